"""Ports for servers that a test starts.

    self.port = free_port()

The kernel hands out ephemeral ports to outgoing connections, so a port that was free a moment ago may be taken when a
server binds it, or while a server restarts. These ports lie below that range, and a lock keeps each from other tests
until this process ends.
"""
import fcntl
import os
import random
import socket
import tempfile

FIRST, LAST = 20000, 31999  # tests/browser/harness.mjs has those below
FOLDER = os.path.join(tempfile.gettempdir(), "logomachy-ports")
held = []  # open lock files


def is_free(port):
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_port():
    os.makedirs(FOLDER, exist_ok=True)
    while True:
        port = random.randint(FIRST, LAST)
        lock = os.open(os.path.join(FOLDER, str(port)), os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            continue
        if is_free(port):
            held.append(lock)
            return port
        os.close(lock)
