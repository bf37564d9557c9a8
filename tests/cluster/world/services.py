"""The processes of a site: PostgreSQL with a synchronous standby, NATS, servers and workers. Each can be killed,
frozen, stopped and started again, at the same address."""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import time

from harness import ENVIRONMENT, LEXICONS, PROGRAM, Skip, folder, holds

PATIENCE = 90
SERVER_PORT, POSTGRES_PORT, NATS_PORT, ROUTE_PORT = 8080, 5432, 4222, 6222


def until(condition, about, patience=PATIENCE):
    end = time.monotonic() + patience
    while not condition():
        holds(time.monotonic() < end, f"in vain waited for {about}")
        time.sleep(0.05)


def postgres_tool(name):
    """Debian keeps them out of the way."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    path = found[-1] if found else shutil.which(name)
    if not path:
        raise Skip(f"there is no {name}")
    return path


class Part:
    """A process at a place of its own."""

    def __init__(self, network, name):
        self.network, self.name = network, name
        self.address = network.place(name)
        self.folder = folder()
        self.process, self.starts = None, 0
        self.user = []  # what makes the command run as another user

    def run(self, command, **options):
        """A command at this place, to its end."""
        done = subprocess.run([*self.network.command(self.name), *self.user, *command], capture_output=True, cwd=self.folder,
                              env=ENVIRONMENT, **options)
        holds(done.returncode == 0, f"{command}: {done.stdout.decode()} {done.stderr.decode()}")
        return done.stdout.decode()

    def start(self):
        self.starts += 1
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen([*self.network.command(self.name), *self.user, *self.arguments()], cwd=self.folder,
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT)
        return self

    def words(self):
        with open(os.path.join(self.folder, "log"), "rb") as log:
            return log.read().decode("utf-8", "replace")

    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def end(self):
        if self.is_alive():
            self.thaw()
            self.kill()


class Postgres(Part):
    """One of two that may each be the primary or the standby of the other."""

    def __init__(self, network, name):
        super().__init__(network, name)
        self.data = os.path.join(self.folder, "data")
        if os.geteuid() == 0:  # it refuses to run as root
            someone = next((user for user in pwd.getpwall() if user.pw_name == "postgres"), None) or pwd.getpwnam("nobody")
            os.chown(self.folder, someone.pw_uid, someone.pw_gid)
            for parent in (self.folder, os.path.dirname(self.folder)):
                os.chmod(parent, 0o755)
            self.user = ["setpriv", "--reuid", str(someone.pw_uid), "--regid", str(someone.pw_gid), "--clear-groups"]

    def arguments(self):
        settings = {"listen_addresses": self.address, "unix_socket_directories": self.folder, "port": POSTGRES_PORT, "wal_level": "replica",
                    "max_wal_senders": 8, "hot_standby": "on", "wal_log_hints": "on", "wal_keep_size": "256MB", "shared_buffers": "64MB",
                    "wal_sender_timeout": "5s", "wal_receiver_timeout": "5s", "cluster_name": self.name,
                    "wal_retrieve_retry_interval": "200ms"}
        return [postgres_tool("postgres"), "-D", self.data, *(word for name, value in settings.items() for word in ("-c", f"{name}={value}"))]

    def make(self):
        self.run([postgres_tool("initdb"), "-D", self.data, "-A", "trust", "-U", "tester", "-E", "UTF8", "--locale=C", "--no-sync"])
        with open(os.path.join(self.data, "pg_hba.conf"), "a", encoding="utf-8") as rights:
            rights.write("host all all all trust\nhost replication all all trust\n")
        return self

    def start(self):
        super().start()
        until(self.answers, f"{self.name}: {self.words()[-500:]}")
        return self

    def answers(self):
        holds(self.is_alive(), f"{self.name} ended: {self.words()[-2000:]}")
        return subprocess.run([postgres_tool("pg_isready"), "-q", "-h", self.folder, "-p", str(POSTGRES_PORT)]).returncode == 0

    def ask(self, question):
        """By its own socket, whatever the network is like."""
        return self.run([postgres_tool("psql"), "-X", "-q", "-A", "-t", "-h", self.folder, "-p", str(POSTGRES_PORT), "-U", "tester", "postgres",
                         "-c", question], timeout=PATIENCE).strip()

    def follow(self, primary):
        """Becomes the standby of a running primary, from nothing."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run([postgres_tool("pg_basebackup"), "-D", self.data, "-R", "-X", "stream", "-c", "fast", "--no-sync",
                  "-d", f"host={primary.address} port={POSTGRES_PORT} user=tester application_name={self.name}"])
        return self.start()

    def follows(self):
        return self.ask("SELECT pg_is_in_recovery()") == "t"

    def wait_for(self, names):
        """Commits are acknowledged only when one of these standbys has them too; none: at once."""
        wanted = f"ANY 1 ({', '.join(names)})" if names else ""
        before = self.ask("SELECT pg_conf_load_time()")
        self.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{wanted}'")
        self.ask("SELECT pg_reload_conf()")
        # It holds for other sessions only when the checkpointer has noticed, which it does before its next checkpoint.
        until(lambda: self.ask("SELECT pg_conf_load_time()") != before, "the new configuration")
        self.ask("CHECKPOINT")

    def is_followed(self):
        return self.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum' AND state = 'streaming'") != "0"

    def promote(self):
        self.ask("SELECT pg_promote(wait_seconds => 60)")

    def kill(self):
        """The whole of it: children that outlive the first process keep the data locked for a moment."""
        super().kill()
        until(lambda: not self.children(), f"the last of {self.name}")

    def children(self):
        found = []
        for path in glob.glob("/proc/[0-9]*/cwd"):
            try:
                if os.path.realpath(path) == os.path.realpath(self.data):
                    found.append(path)
            except OSError:
                pass
        return found


class Nats(Part):
    def __init__(self, network, name, others):
        super().__init__(network, name)
        self.others = others  # the list that all of them are in

    def arguments(self):
        program = shutil.which("nats-server", path=os.environ["PATH"] + ":/usr/sbin")
        if not program:
            raise Skip("there is no nats-server")
        routes = ",".join(f"nats://{other.address}:{ROUTE_PORT}" for other in self.others if other is not self)
        return [program, "--addr", self.address, "--port", str(NATS_PORT), "--cluster_name", "test",
                "--cluster", f"nats://{self.address}:{ROUTE_PORT}", "--routes", routes]


class Program(Part):
    """Ours."""

    def check(self):
        words = self.words() if self.starts else ""
        for sign in ("Sanitizer", "runtime error", "logomachy: bug at"):
            where = words.find(sign)
            holds(where < 0, f"{self.name} broke: {words[max(where - 300, 0):where + 3000]}")


class Server(Program):
    def __init__(self, network, name, flags):
        super().__init__(network, name)
        self.flags = flags

    def arguments(self):
        return [PROGRAM, "serve", "--address", self.address, "--port", str(SERVER_PORT), "--outbox", self.folder, "--lexicons", LEXICONS,
                "--limits", "off", "--metrics", "on", *self.flags]

    def start(self):
        self.ready = self.words().count("Logomachy is at") if self.starts else 0
        return super().start()

    def is_ready(self):
        holds(self.is_alive(), f"{self.name} ended: {self.words()[-2000:]}")
        return self.words().count("Logomachy is at") > self.ready


class Worker(Program):
    def __init__(self, network, name, bus):
        super().__init__(network, name)
        self.bus = bus

    def arguments(self):
        return [PROGRAM, "worker", "--bus", self.bus, "--lexicons", LEXICONS, "--threads", "1"]


def hosts(parts, port):
    return ",".join(f"{part.address}:{port}" for part in parts)


class Site:
    """All of it. Counts of zero leave out parts that are not there yet."""

    def __init__(self, network, servers=3, brokers=3, workers=2):
        self.network = network
        self.postgres = [Postgres(network, "pg1"), Postgres(network, "pg2")]
        self.primary, self.standby = self.postgres
        self.nats = []
        for number in range(brokers):
            self.nats.append(Nats(network, f"nats{number + 1}", self.nats))
        self.db = f"postgresql://tester@{hosts(self.postgres, POSTGRES_PORT)}/postgres?target_session_attrs=read-write"
        self.bus = ",".join(f"nats://{part.address}:{NATS_PORT}" for part in self.nats)
        flags = ["--db", self.db, *(["--bus", self.bus] if brokers else [])]
        self.servers = [Server(network, f"server{number + 1}", flags) for number in range(servers)]
        self.workers = [Worker(network, f"worker{number + 1}", self.bus) for number in range(workers)]

    def parts(self):
        return [*self.workers, *self.servers, *self.nats, *self.postgres]

    def start(self):
        for part in self.nats:
            part.start()
        self.primary.make().start()
        self.join(self.standby)
        for part in self.servers + self.workers:
            part.start()
        for part in self.servers:
            until(part.is_ready, part.name)

    def join(self, standby):
        """A synchronous standby from nothing."""
        standby.follow(self.primary)
        self.primary.wait_for([standby.name])
        until(self.primary.is_followed, "the standby")

    def change_over(self):
        """The standby is the primary from now on, and what was the primary its standby."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for part in self.parts():
            part.end()
        if kind:
            for part in self.servers + self.workers:
                said = [line for line in part.words().splitlines() if '"status":' not in line] if part.starts else ["not started"]
                print("".join(f"# {part.name}: {line}\n" for line in said[-12:]), end="")
        for part in self.servers + self.workers:
            part.check()
