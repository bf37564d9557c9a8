"""A mail relay for tests."""
import contextlib
import socketserver
import threading
import time


class Relay(socketserver.ThreadingTCPServer):
    """An SMTP server that can be slow: all of it, or for some recipients only."""
    daemon_threads = allow_reuse_address = True
    request_queue_size = 100

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Talk)
        self.url = f"smtp://127.0.0.1:{self.server_address[1]}"
        self.lock = threading.Lock()
        self.taken, self.begun = [], []  # (recipient, Message-ID) of mails that were accepted; that came
        self.delay = 0
        self.dead = set()  # recipients for whom there is no answer
        self.hanging = 0   # how many of them are being waited for
        self.given_up = 0  # how many of them were not waited for any more
        self.open = threading.Event()  # whole mails are accepted only when it is set
        self.open.set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def ids(self):
        with self.lock:
            return sorted(self.taken)

    def waiting(self):
        with self.lock:
            return sorted(self.begun)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.open.set()
        self.shutdown()
        self.server_close()


class Talk(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        with contextlib.suppress(OSError):
            self.say("220 here")
            self.talk()

    def talk(self):
        recipient = ""
        while line := self.rfile.readline().decode().strip():
            word = line[:4].upper()
            if word == "RCPT":
                recipient = line.split("<")[1].split(">")[0]
                if recipient in self.server.dead:
                    self.hang()
                    return
            if word == "DATA":
                self.say("354 go on")
                self.take(recipient)
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 yes")

    def hang(self):
        with self.server.lock:
            self.server.hanging += 1
        self.rfile.read()  # until the other side goes
        with self.server.lock:
            self.server.hanging -= 1
            self.server.given_up += 1

    def take(self, recipient):
        name = None
        while (line := self.rfile.readline().decode()) not in (".\r\n", ""):
            if line.lower().startswith("message-id:"):
                name = line.split("<")[1].split(">")[0]
        with self.server.lock:
            self.server.begun.append((recipient, name))
        time.sleep(self.server.delay)
        self.server.open.wait()
        with self.server.lock:
            self.server.taken.append((recipient, name))
        self.say("250 taken")
