"""The peer of tests/server/net.py: raw sockets, bytes as they are on the wire, and
the server itself.

    with Server("--head-ms=500") as server:
        with server.connect() as c:
            c.send(b"GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
            same(c.answer().status, 200)
"""
import base64
import hashlib
import os
import re
import resource
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
SANITIZED = os.environ.get("NET_ECHO", f"{ROOT}/build/san/tests/net-echo")
PLAIN = os.environ.get("NET_ECHO_PLAIN", f"{ROOT}/build/obj/tests/net-echo")
WAIT = 20  # seconds, for what must come

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def __getitem__(self, name):
        """The values of a header, joined."""
        return ", ".join(value for key, value in self.fields if key == name.lower())

    def values(self):
        """The body's lines `name=value` or `name value`."""
        return dict(re.findall(r"^([\w-]+)[= ](.*)$", self.body.decode(), re.M))


class Client:
    """One connection."""

    def __init__(self, sock):
        self.sock, self.buffer = sock, b""
        sock.settimeout(WAIT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.sock.close()

    def reset(self):
        """Goes without a goodbye."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    def send(self, data):
        self.sock.sendall(data)

    def trickle(self, data, size=1):
        for start in range(0, len(data), size):
            self.sock.sendall(data[start:start + size])

    def fill(self):
        """More bytes, or False at the end."""
        try:
            more = self.sock.recv(65536)
        except (ConnectionResetError, BrokenPipeError, ssl.SSLEOFError):
            more = b""
        self.buffer += more
        return bool(more)

    def take(self, size):
        while len(self.buffer) < size:
            if not self.fill():
                raise EOFError(f"closed after {self.buffer[:200]!r}")
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def line(self):
        while b"\r\n" not in self.buffer:
            if not self.fill():
                raise EOFError(f"closed after {self.buffer[:200]!r}")
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line

    def rest(self):
        """All up to the end."""
        while self.fill():
            pass
        taken, self.buffer = self.buffer, b""
        return taken

    def is_closed(self, within=WAIT):
        """Whether the server closes, sending nothing more, in that time."""
        self.sock.settimeout(within)
        try:
            return not self.fill() and not self.buffer
        except TimeoutError:
            return False
        finally:
            self.sock.settimeout(WAIT)

    def head(self):
        version, status, _ = self.line().decode().split(" ", 2)
        assert version == "HTTP/1.1", version
        fields = []
        while line := self.line().decode():
            name, value = line.split(": ", 1)
            fields.append((name.lower(), value))
        return int(status), fields

    def chunk(self):
        size = int(self.line(), 16)
        data = self.take(size)
        assert self.line() == b""
        return data

    def answer(self, head=False):
        status, fields = self.head()
        named = dict(fields)
        if head or status in (100, 204, 304):
            return Answer(status, fields, b"")
        if named.get("transfer-encoding") == "chunked":
            body = b""
            while part := self.chunk():
                body += part
            return Answer(status, fields, body)
        if "content-length" in named:
            return Answer(status, fields, self.take(int(named["content-length"])))
        return Answer(status, fields, self.rest())

    def get(self, target, *fields, method="GET", body=b""):
        self.send(request(target, *fields, method=method, body=body))
        return self.answer(head=method == "HEAD")

    # WebSockets.

    def upgrade(self, target="/ws", *fields, more=b""):
        key = base64.b64encode(os.urandom(16)).decode()
        self.send(request(target, "Upgrade: websocket", "Connection: keep-alive, Upgrade", f"Sec-WebSocket-Key: {key}",
                          "Sec-WebSocket-Version: 13", *fields) + more)
        status, answered = self.head()
        if status != 101:
            raise ConnectionRefusedError(status)
        wanted = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert dict(answered)["sec-websocket-accept"] == base64.b64encode(wanted).decode()
        return self

    def frame(self):
        """(opcode, payload) of the next frame, which must be whole and not masked."""
        first, second = self.take(2)
        assert first & 0xf0 == 0x80 and second < 128, (first, second)
        size = second
        if second == 126:
            size, = struct.unpack(">H", self.take(2))
        elif second == 127:
            size, = struct.unpack(">Q", self.take(8))
        return first & 15, self.take(size)

    def message(self):
        opcode, payload = self.frame()
        assert opcode == TEXT, (opcode, payload)
        return payload.decode()

    def say(self, text):
        self.send(frame(TEXT, text.encode() if isinstance(text, str) else text))

    def closing(self):
        """The code and reason of the close frame, which is the next but for messages; then nothing."""
        while True:
            opcode, payload = self.frame()
            if opcode == CLOSE:
                break
        assert self.rest() == b""
        return struct.unpack(">H", payload[:2])[0], payload[2:].decode()


def request(target, *fields, method="GET", body=b"", version="HTTP/1.1"):
    lines = [f"{method} {target} {version}", "Host: test", *fields]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def frame(opcode, payload=b"", final=True, rsv=0, mask=True, size=None):
    """A frame of a client's, or a broken one."""
    if size is None:
        size = len(payload)
    head = bytes([final << 7 | rsv << 4 | opcode])
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += struct.pack(">BH", bit | 126, size)
    else:
        head += struct.pack(">BQ", bit | 127, size)
    if not mask:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))


SECURITY = {
    "x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
}
def is_guarded(answer, about=""):
    """Every answer has the security headers."""
    for name, value in SECURITY.items():
        assert answer[name] == value, f"{about} {name}: {answer[name]}"
    policy = answer["content-security-policy"]
    assert policy.startswith("default-src 'self'") and "frame-ancestors 'none'" in policy, about
    assert "camera=()" in answer["permissions-policy"], about


def sent(client, data):
    try:
        client.send(data)
    except OSError:
        pass


class Server:
    """The test server, with these options; what it prints is looked at when it stops."""

    def __init__(self, *options, program=SANITIZED, files=None, tls=None):
        self.tls = tls
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [program, *options], stdout=subprocess.PIPE, stderr=self.errors,
            preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None,
            env={**os.environ, "ASAN_OPTIONS": "exitcode=99:detect_leaks=1", "UBSAN_OPTIONS": "exitcode=99"})
        line = self.process.stdout.readline().decode()
        if not line.startswith("port "):
            self.process.wait()
            raise RuntimeError(f"status {self.process.returncode}: {self.stderr()}")
        self.port = int(line.split()[1])

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind:
            self.process.kill()
            self.process.wait()
            sys.stderr.write(self.stderr())
        elif self.process.poll() is None:
            self.stop()

    def stderr(self):
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace")

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.finish()

    def finish(self):
        """Waits for its end. All that it opened has been closed by then, and nothing leaked."""
        out = self.process.stdout.read().decode()
        status = self.process.wait(60)
        assert status == 0, f"status {status}: {self.stderr()}"
        opened, closed, streams, streams_closed = out.split()[-7::2]
        assert (opened, streams) == (closed, streams_closed), out

    def connect(self, address="127.0.0.1", size=None):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        sock = socket.socket(family)
        if size:  # before connecting, or it has no effect
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)
        sock.settimeout(WAIT)
        sock.connect((address, self.port))
        if self.tls:
            sock = self.tls.wrap_socket(sock, server_hostname="localhost")
        return Client(sock)

    def get(self, target, *fields, **options):
        with self.connect() as c:
            return c.get(target, *fields, **options)

    def socket(self, target="/ws", *fields, **options):
        return self.connect(**options).upgrade(target, *fields)

    def counts(self):
        a = self.get("/counts")
        return {name: int(value) for name, value in a.values().items()} if a.status == 200 else {}

    def wait(self, condition, about="", within=WAIT):
        """Until the counts are so."""
        end = time.monotonic() + within
        while not ((counts := self.counts()) and condition(counts)):
            assert time.monotonic() < end, f"{about} {counts}"
            time.sleep(0.02)
        return counts

    def cpu(self):
        """Seconds of the processor that it has used."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Resident kilobytes."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1])
