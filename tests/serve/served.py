"""A ddds serve on loopback, for as long as a test needs it.

SPDX-License-Identifier: MIT
"""
import atexit
import http.client
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
import ports  # noqa: E402
import servers  # noqa: E402, F401

START_TIME = 300  # seconds: for what hangs, on a machine that may be busy
# A slow machine is not a slow client, and works longer.
PATIENT = {"--request-time": "1000s", "--work-time": "1000s"}
FAILURES = []

ZONE = """\
$ORIGIN urn.arpa.
$TTL 300
@ SOA ns.example. hostmaster.example. 1 3600 600 86400 120
foo  NAPTR 100 10 "u" "http+I2L" "!^urn:foo:(.*)$!http://www.example.com/\\\\1!" .
     NAPTR 100 20 "u" "http+I2L" "!^urn:foo:(.*)$!ftp://ftp.example.com/\\\\1!" .
ttl  77 NAPTR 100 10 "u" "http+I2R" "!^urn:ttl:(.*)$!https://www.example.com/\\\\1!" .
user NAPTR 100 10 "u" "http+I2L" "!^.*$!http://www.example.com@evil.example/!" .
user2 NAPTR 100 10 "u" "http+I2L" "!^.*$!https:/www.example.com@evil.example/!" .
user3 NAPTR 100 10 "u" "http+I2L" "!^.*$!https:www.example.com@evil.example/!" .
user4 NAPTR 100 10 "u" "http+I2L" "!^.*$!https:///www.example.com@evil.example/!" .
user5 NAPTR 100 10 "u" "http+I2L" "!^.*$!HTTPS:/www.example.com@evil.example/!" .
self NAPTR 100 10 "u" "http+I2L" "!^.*$!http:/urn:self:x!" .
bare NAPTR 100 10 "u" "http+I2L" "!^.*$!http://!" .
path NAPTR 100 10 "u" "http+I2L" "!^.*$!http://www.example.com/a@b?c@d!" .
js   NAPTR 100 10 "u" "http+I2L" "!^urn:js:(.*)$!javascript:alert(1)!" .
data NAPTR 100 10 "u" "http+I2L" "!^urn:data:(.*)$!data:text/html,x!" .
srv  NAPTR 100 10 "s" "thttp+N2L+N2R" "" _thttp._tcp.urn.arpa.
tls  NAPTR 100 10 "a" "https+I2L" "" www.urn.arpa.
rcds NAPTR 100 10 "s" "rcds+I2C" "" _thttp._tcp.urn.arpa.
loop NAPTR 100 10 "" "" "" loop.urn.arpa.
many NAPTR 100 10 "u" "x+I2N+I2Ns" "!^urn:many:(.*)$!urn:one:\\\\1!" .
     NAPTR 100 20 "u" "x+I2N+I2Ns" "!^urn:many:(.*)$!urn:two:\\\\1!" .
     NAPTR 100 30 "u" "y+I2N+I2Ns" "!^urn:many:(.*)$!urn:one:\\\\1!" .
rs   NAPTR 100 10 "u" "http+I2Rs" "!^urn:rs:(.*)$!https://a.example/\\\\1!" .
     NAPTR 100 20 "u" "http+I2Rs" "!^urn:rs:(.*)$!https://b.example/?x=1&y=\\\\1!" .
     NAPTR 100 30 "u" "http+I2Rs" "!^urn:rs:(.*)$!tel:+1!" .
     NAPTR 100 40 "u" "http+I2Rs" "!^urn:rs:(.*)$!https://a.example/\\\\1!" .
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


def describe_end(status):
    return "is still running" if status is None else f"has ended with {status}"


def await_that(what, condition, program=None):
    """Wait until |condition| returns something true, and return that. If that
    takes too long, or |program| ends, the error has its words."""
    end = time.monotonic() + START_TIME
    while True:
        status = program and program.process.poll()
        if found := condition():
            return found
        if status is not None or time.monotonic() > end:
            words = f"; the program {describe_end(status)}:\n" \
                f"{program.words()[-3000:]}" if program else ""
            raise RuntimeError(f"waited for this: {what}{words}")
        time.sleep(0.02)


class Server:
    """ddds serve with the |words| after its listening socket."""

    def __init__(self, ddds, *words, zone=ZONE, listen=True, env=None,
                 preexec=None, command=None, output=None):
        self.folder = tempfile.TemporaryDirectory()
        top = pathlib.Path(self.folder.name)
        self.zone = top / "urn.arpa.zone"
        self.held = ports.hold()
        self.port = ports.number_of(self.held)
        command = [ddds, "serve"] if command is None else [ddds, *command]
        if zone is not None:
            self.zone.write_text(zone)
            command += ["--zone", str(self.zone)]
        if listen:
            command += ["--listen", f"127.0.0.1:{self.port}"]
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind(str(top / "notify"))
        self.errors = open(top / "errors", "w+", encoding="utf-8")
        for option, value in PATIENT.items():
            command += [option, value] if option not in words else []
        self.is_stopped = False
        self.process = subprocess.Popen(
            command + list(words), stdout=output, stderr=self.errors,
            preexec_fn=preexec,
            close_fds=preexec is None,
            env=os.environ | {"NOTIFY_SOCKET": str(top / "notify")} |
            (env or {}))
        atexit.register(self.abandon)
        self.expect("READY=1")

    def abandon(self):
        """A test that fails leaves no server running, which would keep its output
        open, and shows what the server said."""
        if self.is_stopped:
            return
        status = self.process.poll()
        if status is None:
            self.process.kill()
            self.process.wait()
        print(f"ddds serve on port {self.port} {describe_end(status)}. It said:\n"
              f"{self.words()[-3000:]}")

    def expect(self, state):
        """Wait for what the server tells systemd."""
        got = self.await_that(f"the server tells {state}", self.read_notice)
        check(f"the server tells {state}", got, state)

    def read_notice(self):
        ready, _, _ = select.select([self.notices], [], [], 0.1)
        return self.notices.recv(100).decode() if ready else None

    def await_that(self, what, condition):
        return await_that(what, condition, self)

    def await_refusal(self):
        """Wait until it no longer listens."""
        self.await_that("connections are refused",
                        lambda: not is_open(self.port))

    def words(self):
        """What it has written to standard error."""
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
            send(own, text)
            parts = []
            try:
                while part := own.recv(65536):
                    parts.append(part)
            except OSError:
                pass
            return b"".join(parts)

    def await_end(self):
        """The exit status, without asking for the end."""
        try:
            return self.process.wait(START_TIME)
        except subprocess.TimeoutExpired:
            raise RuntimeError("waited for the end of ddds serve") from None

    def hang_up(self, number):
        self.process.send_signal(number)

    def stop(self, number=signal.SIGTERM):
        """The exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.await_end()
        self.is_stopped = True
        said = self.words()
        self.held.close()
        self.errors.close()
        self.notices.close()
        self.folder.cleanup()
        holds("no sanitizer complains", "Sanitizer" not in said and
              "runtime error" not in said, said)
        return status


def send(connection, text):
    """The server may answer, and close the connection, before it has read all:
    the answer can still be received."""
    try:
        connection.sendall(text)
    except OSError:
        pass


def is_open(port):
    with socket.socket() as own:
        return own.connect_ex(("127.0.0.1", port)) == 0


def end():
    print(f"{len(FAILURES)} failures")
    sys.exit(bool(FAILURES))
