"""A nats-server for tests."""
import os
import shutil
import socket
import subprocess

from client import PATIENCE, until
from harness import Skip
from harness.ports import free_port


class Nats:
    """On a port of its own, the same after a restart. It can be connected to as soon as it has started."""

    def __init__(self):
        self.program = shutil.which("nats-server", path=os.environ["PATH"] + ":/usr/sbin")
        if not self.program:
            raise Skip("there is no nats-server")
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.process = None

    def start(self):
        self.process = subprocess.Popen([self.program, "-a", "127.0.0.1", "-p", str(self.port)], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self.answers, "nats-server")

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
            return True
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()
