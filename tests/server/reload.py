#!/usr/bin/env python3
"""SIGHUP: certificate, mail relay and other options change while connections stay; what is wrong changes nothing. And what TLS
is spoken."""
import http.client
import json
import os
import shutil
import signal
import ssl
import subprocess

from client import PATIENCE, Server, until
from client.databases import Sqlite
from client.relay import Relay
from harness import finish, folder, holds, same, test, write  # noqa: E402
from harness.ports import free_port  # noqa: E402


def certificate(kind="rsa:2048", days=400):
    """The content of a certificate and of its key."""
    cert, key, wish = (os.path.join(folder(), name) for name in ("cert", "key", "wish"))
    more = ["-pkeyopt", "ec_paramgen_curve:prime256v1"] if kind == "ec" else []
    subprocess.run(["openssl", "req", "-new", "-newkey", kind, *more, "-nodes", "-keyout", key, "-out", wish, "-subj", "/CN=localhost"],
                   check=True, capture_output=True)
    subprocess.run(["openssl", "x509", "-req", "-in", wish, "-signkey", key, "-days", str(days), "-out", cert], check=True,
                   capture_output=True)
    return [open(path, encoding="ascii").read() for path in (cert, key)]


class Site:
    """A server with TLS whose options are in a file."""

    def __init__(self, pair, **options):
        self.db, self.where = Sqlite(), folder()
        self.cert, self.key, self.config = (os.path.join(self.where, name) for name in ("cert.pem", "key.pem", "conf"))
        self.put(*pair)
        self.configure(**options)
        port = free_port()
        self.server = Server("--config", self.config, "--public-url", f"http://127.0.0.1:{port}", start=False)
        self.server.flags[self.server.flags.index("--db") + 1] = self.db.place
        self.server.port = port

    def put(self, cert, key):
        write(self.cert, cert)
        write(self.key, key)

    def configure(self, **options):
        lines = {"tls-cert": self.cert, "tls-key": self.key, **options}
        write(self.config, "".join(f"{name.replace('_', '-')} = {value}\n" for name, value in lines.items()))

    def __enter__(self):
        self.server.start()
        return self

    def __exit__(self, *why):
        self.server.__exit__(*why)

    def connect(self):
        tls = ssl._create_unverified_context()  # pylint: disable=protected-access
        connection = http.client.HTTPSConnection("127.0.0.1", self.server.port, timeout=PATIENCE, context=tls)
        connection.connect()
        return connection

    def shown(self):
        """The certificate that a new connection is shown."""
        connection = self.connect()
        shown = connection.sock.getpeercert(binary_form=True)
        connection.close()
        return ssl.DER_cert_to_PEM_cert(shown)

    def status(self, connection, method="GET", path="/healthz", body=None):
        connection.request(method, path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        return answer.status

    def get(self, connection, path):
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())

    def told(self, event):
        return self.server.words().count(f'"event":"{event}"')

    def reload(self, wanted="server.reloaded"):
        before = self.told(wanted)
        self.server.process.send_signal(signal.SIGHUP)
        until(lambda: self.told(wanted) > before, wanted)

    def speaks(self, *options):
        """Does a handshake with these options of openssl come about?"""
        done = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{self.server.port}", *options],
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
        return b"Cipher is (NONE)" not in done.stdout and b"Cipher    : 0000" not in done.stdout and done.returncode == 0


@test
def a_certificate_is_replaced_under_connections():
    first, second = certificate(days=2), certificate("ec")
    with Site(first) as site:
        until(lambda: site.told("tls.certificate_expires") == 1, "one that ends soon is told of")
        same(site.shown(), first[0])
        old = site.connect()
        same(site.status(old), 200)
        site.put(*second)
        site.reload()
        same(site.shown(), second[0])
        same(site.status(old), 200, "who is connected stays so")
        for cert, key in ((second[0], first[1]), ("no certificate", second[1]), (first[0], second[1]), ("", "")):
            site.put(cert, key)
            site.reload("reload.failed")
            same(site.shown(), second[0], "a pair that does not fit changes nothing")
        os.unlink(site.key)
        site.reload("reload.failed")
        same(site.shown(), second[0])
        expired = certificate(days=-1)
        site.put(*expired)
        site.reload()
        same(site.shown(), expired[0], "what the operator wants is done,")
        until(lambda: site.told("tls.certificate_expired") == 1, "but said")
        same(site.status(old), 200)
        old.close()


@test
def options_are_read_again():
    with Relay() as one, Relay() as two, Site(certificate("ec"), smtp=one.url, guests="on") as site:
        connection = site.connect()
        same(site.status(connection, "POST", "/api/guest", "{}"), 201)
        site.configure(smtp=two.url, guests="off", log_level="warning", threads=7)
        before = site.told("reload.needs_restart")
        site.server.process.send_signal(signal.SIGHUP)
        until(lambda: site.status(connection, "POST", "/api/guest", "{}") == 403, "guests are not let in")
        same(site.told("reload.needs_restart"), before + 1, "the number of threads stays")
        site.db.sql("INSERT INTO mails (recipient, subject, body, at, next_try, tries) VALUES ('a@example.org', 'x', 'y', 1, 0, 0)")
        until(lambda: len(two.ids()) == 1, "a mail by the new relay")
        same(one.ids(), [])
        for wrong in ({"guests": "maybe"}, {"guests": "on", "smtp": "http://nowhere"}, {"guests": "on", "tls_cert": "/nowhere"},
                      {"guests": "on", "unknown": "1"}, {"guests": "on", "smtp-user": "only"}):
            site.configure(**{"smtp": one.url, **wrong})
            site.reload("reload.failed")
            same(site.status(connection, "POST", "/api/guest", "{}"), 403, f"{wrong}: all stays as it was")
        site.configure(smtp=two.url, guests="off", offensive="forbid")
        site.reload()
        same(site.get(connection, "/api/games")["fixed"], {"offensive": "forbid"}, "the form is told what is decided")
        os.unlink(site.config)
        site.reload("reload.failed")
        for number in (signal.SIGUSR1, signal.SIGUSR2):
            site.server.process.send_signal(number)
        same(site.status(connection), 200, "other signals do nothing")
        site.configure(smtp=one.url, guests="on")
        site.reload()
        same(site.status(connection, "POST", "/api/guest", "{}"), 201)
        connection.close()


@test
def signals_while_it_waits_for_its_database_end_nothing():
    with Site(certificate("ec")) as site:
        site.server.stop()
        site.server.flags[site.server.flags.index("--db") + 1] = "postgresql://127.0.0.1:1/nowhere"
        site.server.start(wait=False)

        def waits():
            try:
                connection = site.connect()
                return site.status(connection, path="/livez") == 200
            except OSError:
                return False
        until(waits, "it listens")
        for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2):
            site.server.process.send_signal(number)
        holds(waits() and site.server.is_alive(), "it still waits")
        site.server.process.terminate()
        site.server.end()


@test
def only_modern_tls_is_spoken():
    with Site(certificate()) as site:
        for good in (["-tls1_3"], ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"],
                     ["-tls1_2", "-cipher", "ECDHE-RSA-AES256-GCM-SHA384"], ["-tls1_2", "-cipher", "ECDHE-RSA-CHACHA20-POLY1305"]):
            holds(site.speaks(*good), f"{good} is refused")
        for bad in ("AES128-SHA", "AES256-SHA", "AES256-SHA256", "AES128-GCM-SHA256", "AES256-GCM-SHA384", "ECDHE-RSA-AES128-SHA",
                    "ECDHE-RSA-AES256-SHA384", "DHE-RSA-AES128-GCM-SHA256"):
            holds(not site.speaks("-tls1_2", "-cipher", f"{bad}:@SECLEVEL=0"), f"{bad} is taken")
        for old in ("-tls1", "-tls1_1"):
            holds(not site.speaks(old, "-cipher", "ALL:@SECLEVEL=0"), f"{old} is taken")


if __name__ == "__main__":
    holds(shutil.which("openssl"), "openssl is needed")
    finish()
