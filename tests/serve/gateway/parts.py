"""The gateway of resolver/examples/gateway on loopback: the files are those of
the example, with free ports in place of its addresses.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import served  # noqa: E402
import servers  # noqa: E402  (served finds it)

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / \
    "resolver/examples/gateway"
TIME = served.START_TIME
# A machine that is busy is not a server that does not answer.
PATIENT = ["--timeout", "300s", "--tries", "1", "--deadline", "300s"]
NAMESPACES = 30


def fill(name, folder, replacements, more=""):
    """The file |name| of the example with |replacements|, each of which must be
    there; |more| is appended. Returns its path."""
    text = (EXAMPLE / name).read_text()
    for old, new in replacements.items():
        if old not in text:
            raise RuntimeError(f"{name} does not contain {old}")
        text = text.replace(old, new)
    left = [line for line in text.splitlines()
            if "192.0.2." in line and not line.startswith("#")]
    if left:
        raise RuntimeError(f"{name} has other addresses, too: {left}")
    path = pathlib.Path(folder) / name
    path.write_text(text + more)
    return path


class Program:
    """A program in the foreground, for as long as |with| lasts. If the test fails
    meanwhile, what it said is shown."""

    def __init__(self, folder, name, words):
        self.log = pathlib.Path(folder) / f"{name}.log"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [servers.find(name), *map(str, words)], cwd=folder,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def words(self):
        return self.log.read_text(errors="replace")

    def await_that(self, what, condition):
        return served.await_that(what, condition, self)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        status = self.process.poll()
        if kind is not None or status is not None:
            print(f"{self.log.stem} {served.describe_end(status)}. It said:\n"
                  f"{self.words()[-3000:]}")
        if status is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Unbound(servers.Unbound):
    """The Unbound of the example; it asks |behind| instead of the root."""

    def configuration(self):
        example = fill("unbound.conf", self.folder,
                       {"port: 53": f"port: {self.port}"})
        stubs = "".join(f'stub-zone:\n    name: {name}\n'
                        f'    stub-addr: 127.0.0.1@{self.behind.port}\n'
                        for name in self.zones)
        nodefault = "".join(f'    local-zone: "{name}." nodefault\n'
                            for name in self.zones)
        return f'''include: "{example}"
server:
    username: ""
    chroot: ""
    directory: "{self.folder}"
    pidfile: ""
    use-syslog: no
    do-daemonize: no
    do-not-query-localhost: no
    module-config: "iterator"
{nodefault}remote-control:
    control-enable: no
{stubs}'''


def write_zone(path, lines):
    path.write_text("$ORIGIN urn.arpa.\n$TTL 3600\n"
                    "@ SOA ns.example. hostmaster.example. 1 3600 600 86400 60\n"
                    "@ NS ns.urn.arpa.\nns A 127.0.0.1\n" + "".join(lines))
    return path


def write_namespaces(path):
    """A zone with the namespaces n0, n1, ..."""
    return write_zone(path, (
        f'n{i} NAPTR 100 10 "u" "http+I2L" '
        f'"!^urn:n{i}:(.*)$!http://n{i}.example/\\\\1!i" .\n'
        for i in range(NAMESPACES)))


def read_counters(text):
    """Samples of Prometheus by name and labels."""
    values = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            values[name] = float(value)
    return values


def tool():
    return os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/ddds")
