"""A proxy in front of a PostgreSQL server, by which tests take it away: it refuses and cuts connections, stops forwarding
while they stay open, and cuts one at the COMMIT of a transaction of the test's choice."""
import socket
import threading

COMMIT = b"Q\x00\x00\x00\x0bCOMMIT\x00"


class Link:
    """One connection: what comes from either side goes to the other."""

    def __init__(self, proxy, near):
        self.proxy, self.near = proxy, near
        self.far = socket.create_connection(("127.0.0.1", proxy.port_behind))
        self.marked = False  # a statement of this transaction had the text that is looked for
        self.mute = False  # what the server says is not passed on any more
        for source, target, pump in ((self.near, self.far, self.from_client), (self.far, self.near, self.from_server)):
            threading.Thread(target=self.run, args=(source, target, pump), daemon=True).start()

    def run(self, source, target, pump):
        try:
            while True:
                data = source.recv(1 << 16)
                self.proxy.flows.wait()
                if not data or not pump(target, data):
                    break
        except OSError:
            pass
        self.close()

    def from_client(self, target, data):
        when = self.proxy.due(self, data)
        if when == "before":
            return False
        if when == "after":
            self.mute = True
        target.sendall(data)
        return True

    def from_server(self, target, data):
        if self.mute:
            return False  # it has answered: it is committed
        target.sendall(data)
        return True

    def close(self):
        for one in (self.near, self.far):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
        self.proxy.links.discard(self)


class Proxy:
    def __init__(self, url):
        self.port_behind = int(url.rsplit(":", 1)[1].split("/")[0])
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = url.replace(f":{self.port_behind}/", f":{self.listener.getsockname()[1]}/")
        self.links, self.away = set(), False
        self.flows = threading.Event()
        self.flows.set()
        self.lock = threading.Lock()
        self.text, self.when, self.stays_away, self.cuts = None, None, False, 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            if self.away:
                near.close()
                continue
            try:
                self.links.add(Link(self, near))
            except OSError:
                near.close()

    def take_away(self):
        self.away = True
        for link in list(self.links):
            link.close()

    def bring_back(self):
        self.away = False

    def freeze(self):
        self.flows.clear()

    def thaw(self):
        self.flows.set()

    def cut_at_commit(self, text, when, stays_away):
        """The transaction with this text in it loses its connection: `before` the server hears of its COMMIT, or `after`
        it has committed. With `stays_away` the server is not to be reached after that."""
        self.text, self.when, self.stays_away, self.cuts = text.encode(), when, stays_away, 0

    def due(self, link, data):
        """Is the connection to be cut, now that the client has sent this?"""
        with self.lock:
            if self.text is None:
                return None
            link.marked = link.marked or self.text in data
            if not link.marked or COMMIT not in data:
                return None
            self.text, self.cuts = None, self.cuts + 1
            self.away = self.stays_away
        if self.stays_away:
            for other in list(self.links):
                if other is not link:
                    other.close()
        return self.when

    def close(self):
        self.listener.close()
        self.take_away()
        self.thaw()
