"""A ddds serve on loopback, for as long as a test needs it.

SPDX-License-Identifier: MIT
"""
import atexit
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import servers  # noqa: E402

START_TIME = 300  # seconds: for what hangs, on a machine that may be busy
FAILURES = []

ZONE = """\
$ORIGIN urn.arpa.
$TTL 300
@ SOA ns.example. hostmaster.example. 1 3600 600 86400 120
foo  NAPTR 100 10 "u" "http+I2L" "!^urn:foo:(.*)$!http://www.example.com/\\\\1!" .
     NAPTR 100 20 "u" "http+I2L" "!^urn:foo:(.*)$!ftp://ftp.example.com/\\\\1!" .
ttl  77 NAPTR 100 10 "u" "http+I2R" "!^urn:ttl:(.*)$!https://www.example.com/\\\\1!" .
js   NAPTR 100 10 "u" "http+I2L" "!^urn:js:(.*)$!javascript:alert(1)!" .
data NAPTR 100 10 "u" "http+I2L" "!^urn:data:(.*)$!data:text/html,x!" .
srv  NAPTR 100 10 "s" "thttp+N2L+N2R" "" _thttp._tcp.urn.arpa.
tls  NAPTR 100 10 "a" "https+I2L" "" www.urn.arpa.
rcds NAPTR 100 10 "s" "rcds+I2C" "" _thttp._tcp.urn.arpa.
loop NAPTR 100 10 "" "" "" loop.urn.arpa.
_thttp._tcp SRV 0 0 8080 www.urn.arpa.
www A 192.0.2.7
"""


def check(name, got, wanted):
    if got != wanted:
        FAILURES.append(name)
        print(f"FAIL {name}\n  wanted {wanted!r}\n  got    {got!r}")


def holds(name, condition, seen=""):
    if not condition:
        FAILURES.append(name)
        print(f"FAIL {name}: {seen!r}")


def abandon(process):
    """A test that fails leaves no server behind, which would keep its output
    open."""
    if process.poll() is None:
        process.kill()
        process.wait()


class Server:
    """ddds serve with the |words| after its listening socket."""

    def __init__(self, ddds, *words, zone=ZONE, listen=True, env=None,
                 preexec=None, command=None, output=None):
        self.folder = tempfile.TemporaryDirectory()
        top = pathlib.Path(self.folder.name)
        self.zone = top / "urn.arpa.zone"
        self.port = servers.free_port()
        command = [ddds, "serve"] if command is None else [ddds, *command]
        if zone is not None:
            self.zone.write_text(zone)
            command += ["--zone", str(self.zone)]
        if listen:
            command += ["--listen", f"127.0.0.1:{self.port}"]
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind(str(top / "notify"))
        self.notices.settimeout(START_TIME)
        self.errors = open(top / "errors", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            command + list(words), stdout=output, stderr=self.errors,
            preexec_fn=preexec,
            close_fds=preexec is None,
            env=os.environ | {"NOTIFY_SOCKET": str(top / "notify")} |
            (env or {}))
        atexit.register(abandon, self.process)
        self.expect("READY=1")

    def expect(self, state):
        """Wait for what the server tells systemd."""
        got = self.notices.recv(100).decode()
        check(f"the server tells {state}", got, state)

    def complaints(self):
        self.errors.seek(0)
        return self.errors.read()

    def get(self, target, method="GET", body=None, **fields):
        """Status, header fields in lower case, and body of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port,
                                                timeout=START_TIME)
        connection.putrequest(method, target, skip_accept_encoding=True)
        for name, value in fields.items():
            connection.putheader(name.replace("_", "-"), value)
        if body is not None:
            body = body.encode() if isinstance(body, str) else body
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return (answer.status,
                {k.lower(): v for k, v in answer.getheaders()}, text)

    def raw(self, text, timeout=START_TIME):
        """All that comes back for |text|, to the end."""
        with socket.create_connection(("127.0.0.1", self.port)) as own:
            own.settimeout(timeout)
            own.sendall(text)
            parts = []
            try:
                while part := own.recv(65536):
                    parts.append(part)
            except OSError:
                pass
            return b"".join(parts)

    def hang_up(self, number):
        self.process.send_signal(number)

    def stop(self, number=signal.SIGTERM):
        """The exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(START_TIME)
        said = self.complaints()
        self.errors.close()
        self.notices.close()
        self.folder.cleanup()
        holds("no sanitizer complains", "Sanitizer" not in said and
              "runtime error" not in said, said)
        return status


def end():
    print(f"{len(FAILURES)} failures")
    sys.exit(bool(FAILURES))
