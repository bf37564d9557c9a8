"""Where the parts of a site are. With Namespaces every part has a network of its own, all at one bridge, and any link
can be cut in silence, as if the cable were gone: packets go to a hardware address that nobody has. That needs root. Where
the machine does not let it, Loopback gives each part an address of its own on the loopback device, and links stay whole.

Namespaces belong to a hub that this process is in; enter() starts the program again inside it."""
import atexit
import os
import shutil
import subprocess
import sys

HUB = "LOGOMACHY_TEST_HUB"
NOWHERE = "02:00:00:00:00:fe"  # a hardware address that nobody has


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True)


def batch(lines, inside=None):
    where = ["-n", inside] if inside else []
    done = subprocess.run(["ip", *where, "-batch", "-"], input="\n".join(lines).encode(), capture_output=True)
    if done.returncode:
        raise RuntimeError(f"ip: {done.stderr.decode()}")


def can_cut():
    if os.geteuid() != 0:
        return False
    for tool in ("ip", "setpriv"):
        if not shutil.which(tool):
            raise RuntimeError(f"there is no {tool}")
    trial = f"lm{os.getpid()}try"
    made = ip("netns", "add", trial, check=False).returncode == 0
    works = made and ip("-n", trial, "link", "add", "v0", "type", "veth", "peer", "name", "v1", check=False).returncode == 0
    if made:
        ip("netns", "del", trial, check=False)
    return works


def enter():
    """A network to build in; the program is restarted inside its hub where that is possible."""
    if os.environ.get(HUB):
        return Namespaces(os.environ[HUB])
    if not can_cut():
        return Loopback()
    hub = f"lm{os.getpid()}"
    ip("netns", "add", hub)
    try:
        done = subprocess.run(["ip", "netns", "exec", hub, sys.executable, *sys.argv], env=dict(os.environ, **{HUB: hub}))
    finally:
        ip("netns", "del", hub, check=False)
    sys.exit(done.returncode)


class Namespaces:
    cuts = True

    def __init__(self, hub):
        self.hub, self.names = hub, []
        batch(["link set lo up", "link add hub type bridge", "link set hub up", "address add 10.77.0.1/24 dev hub"])
        atexit.register(self.remove)

    def place(self, name):
        """A new part's address."""
        self.names.append(name)
        space, address = self.space(name), self.address(name)
        ip("netns", "add", space)
        batch([f"link add {name} type veth peer name wire netns {space}", f"link set {name} master hub up"])
        batch(["link set lo up", "link set wire up", f"address add {address}/24 dev wire"], space)
        return address

    def space(self, name):
        return f"{self.hub}-{name}"

    def address(self, name):
        return "10.77.0.1" if name == "players" else f"10.77.0.{10 + self.names.index(name)}"

    def command(self, name):
        """The prefix of a command that runs there."""
        return ["ip", "netns", "exec", self.space(name)]

    def neighbour(self, one, other, verb, *more):
        inside = [] if one == "players" else ["-n", self.space(one)]
        device = "hub" if one == "players" else "wire"
        ip(*inside, "neigh", verb, self.address(other), *more, "dev", device, check=False)

    def cut(self, one, other):
        for a, b in ((one, other), (other, one)):
            self.neighbour(a, b, "replace", "lladdr", NOWHERE, "nud", "permanent")

    def heal(self, one, other):
        for a, b in ((one, other), (other, one)):
            self.neighbour(a, b, "del")

    def remove(self):
        for name in self.names:
            ip("netns", "del", self.space(name), check=False)


class Loopback:
    cuts = False

    def __init__(self):
        self.names = []

    def place(self, name):
        self.names.append(name)
        return self.address(name)

    def address(self, name):
        # Another network for each process of the test, so that two can run at a time.
        return f"127.{1 + os.getpid() % 250}.{os.getpid() // 250 % 250}.{10 + self.names.index(name)}"

    def command(self, _name):
        return []
