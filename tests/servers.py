"""Real name servers on loopback, for as long as a test needs them.

Each gets a folder and free ports of its own, is stopped by its process id, and
never becomes a service of the machine.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time

START_TIME = 300  # seconds: for what hangs, on a machine that may be busy
PORT_RANGE = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range")
RESERVED = []  # the locks of ports, kept until the process ends
TYPES = {"SOA": 6, "NAPTR": 35, "DNSKEY": 48}


def find(program):
    """The path of a server program, which need not be on an ordinary PATH."""
    return shutil.which(program, path=os.environ.get("PATH", "") +
                        ":/usr/sbin:/usr/local/sbin")


def can_bind(port):
    """Is |port| free on loopback, over UDP and TCP?"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp, \
            socket.socket(socket.AF_INET, socket.SOCK_STREAM) as tcp:
        try:
            udp.bind(("127.0.0.1", port))
            tcp.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def candidate_ports():
    """The ports that the kernel never chooses itself: a client of another test
    cannot take one that a server is about to bind, or binds again after it was
    killed. All ports where that leaves too few."""
    low, high = map(int, PORT_RANGE.read_text().split())
    ports = [*range(2000, low), *range(high + 1, 65536)]
    return ports if len(ports) > 1000 else [*range(2000, 65536)]


def reserve(port):
    """Hold |port| for this process against other tests: the name of a socket
    that only one process at a time can have. Like ports, such names belong to
    the namespace of the network."""
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        lock.bind(f"\0ddds-test-port-{port}")
    except OSError:
        lock.close()
        return False
    RESERVED.append(lock)
    return True


def free_port():
    """A port that is free over UDP and TCP, and stays so until a server of this
    process binds it."""
    ports = candidate_ports()
    begin = os.getpid() * 61  # tests beside this one begin elsewhere
    for i in range(len(ports)):
        port = ports[(begin + i) % len(ports)]
        if can_bind(port) and reserve(port):
            return port
    raise RuntimeError(f"{len(ports)} ports were tried, and none is free")


class DeadPort:
    """A port without a server, as long as this lives. Its sockets hold
    it, but take nothing: one does not listen, and the other one is connected,
    to itself."""

    def __init__(self):
        self.tcp = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.number = free_port()
        for one in self.tcp, self.udp:
            one.bind(("127.0.0.1", self.number))
        self.udp.connect(("127.0.0.1", self.number))

    def __str__(self):
        return str(self.number)


def ask(port, name, kind, timeout=5):
    """The octets of an answer over UDP, or None."""
    labels = b"".join(bytes([len(x)]) + x.encode() for x in name.split(".") if x)
    query = struct.pack("!6H", os.getpid() & 0xffff, 0x100, 1, 0, 0, 1) + \
        labels + b"\0" + struct.pack("!2H", TYPES[kind], 1) + \
        b"\0\0\x29\x04\xd0\0\0\0\0\0\0"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.settimeout(timeout)
        try:
            # Connected, it learns at once that no server is there yet.
            udp.connect(("127.0.0.1", port))
            udp.send(query)
            return udp.recv(65535)
        except OSError:
            return None


class Counter:
    """Passes queries over UDP on to |port|, one at a time, and counts them."""

    def __init__(self, port):
        self.behind = ("127.0.0.1", port)
        self.asked = []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            query, sender = self.socket.recvfrom(65535)
            self.asked.append(self.read_question(query))
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
                udp.settimeout(120)
                udp.sendto(query, self.behind)
                self.socket.sendto(udp.recv(65535), sender)

    @staticmethod
    def read_question(query):
        labels = []
        at = 12
        while query[at]:
            labels.append(query[at + 1:at + 1 + query[at]].decode())
            at += 1 + query[at]
        return ".".join(labels), struct.unpack("!H", query[at + 1:at + 3])[0]


class Server:
    """A server under way; |zones| maps a zone's name to its file."""

    def __init__(self, folder, zones):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.zones = {}
        self.port = free_port()
        self.process = None
        for name, path in zones.items():
            copy = self.folder / f"{name}.zone"
            shutil.copy(path, copy)
            self.zones[name] = copy
        self.config = self.folder / "config"
        self.config.write_text(self.configuration())
        self.start()

    def start(self):
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log,
                                        cwd=self.folder)
        self.await_zones()

    def configuration(self):
        raise NotImplementedError

    def command(self):
        raise NotImplementedError

    def is_ready(self, zone):
        answer = ask(self.port, zone, "SOA")
        return answer is not None and answer[3] & 15 == 0 and \
            struct.unpack("!H", answer[6:8])[0] > 0

    def await_zones(self):
        end = time.monotonic() + START_TIME
        for zone in self.zones:
            while not self.is_ready(zone):
                if time.monotonic() > end or self.process.poll() is not None:
                    said = self.last_words()
                    self.stop()
                    raise RuntimeError(f"does not answer for {zone}: {said}")
                time.sleep(0.05)

    def last_words(self):
        """How the server is, and the end of its log."""
        status = self.process.poll()
        state = f"runs, and has had {START_TIME} s" if status is None else \
            f"has ended with {status}"
        text = (self.folder / "log").read_text(errors="replace")
        return f"{self.command()[0]} at port {self.port} {state}:\n" \
            f"{text[-2000:]}"

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Nsd(Server):
    """Answers in the order of the file, without additional data."""

    def configuration(self):
        zones = "".join(f'zone:\n    name: {name}\n    zonefile: "{path}"\n'
                        for name, path in self.zones.items())
        return f'''server:
    ip-address: 127.0.0.1@{self.port}
    username: ""
    chroot: ""
    zonesdir: "{self.folder}"
    database: ""
    pidfile: ""
    xfrdfile: ""
    xfrdir: "{self.folder}"
    zonelistfile: "{self.folder}/zone.list"
    rrl-ratelimit: 0
remote-control:
    control-enable: no
{zones}'''

    def command(self):
        return [find("nsd"), "-d", "-c", str(self.config)]


class Knot(Server):
    """Answers in canonical order."""

    policy = ""
    signing = ""

    def configuration(self):
        zones = "".join(f'  - domain: "{name}"\n    file: "{path}"\n'
                        f'    zonefile-sync: -1\n{self.signing}'
                        for name, path in self.zones.items())
        journal = "" if self.signing else \
            "template:\n  - id: default\n    journal-content: none\n"
        return f'''server:
    listen: 127.0.0.1@{self.port}
    rundir: "{self.folder}"
log:
  - target: stderr
    any: warning
database:
    storage: "{self.folder}"
{self.policy}{journal}zone:
{zones}'''

    def command(self):
        return [find("knotd"), "-c", str(self.config)]


class SigningKnot(Knot):
    """The same, and signs what it serves."""

    policy = ("policy:\n  - id: test\n    single-type-signing: on\n"
              "    algorithm: ecdsap256sha256\n")
    signing = ("    dnssec-signing: on\n    dnssec-policy: test\n"
               "    zonefile-load: difference-no-serial\n"
               "    journal-content: all\n")

    def is_ready(self, zone):
        answer = ask(self.port, zone, "DNSKEY")
        return answer is not None and struct.unpack("!H", answer[6:8])[0] > 0

    def anchors(self):
        """The keys of all zones, as a file of trust anchors."""
        path = self.folder / "anchors"
        with open(path, "wb") as out:
            for zone in self.zones:
                subprocess.run(["dig", "@127.0.0.1", "-p", str(self.port),
                                "+norec", "+noall", "+answer", zone, "DNSKEY"],
                               stdout=out, check=True)
        return path


class Bind(Server):
    """Answers in a random order, with additional data."""

    def configuration(self):
        zones = "".join(f'zone "{name}" {{ type primary; file "{path}"; '
                        f'check-names ignore; }};\n'
                        for name, path in self.zones.items())
        return f'''options {{
    directory "{self.folder}";
    pid-file "named.pid";
    session-keyfile "session.key";
    listen-on port {self.port} {{ 127.0.0.1; }};
    listen-on-v6 {{ none; }};
    recursion no;
    dnssec-validation no;
    notify no;
    check-integrity no;
}};
controls {{ }};
{zones}'''

    def command(self):
        return [find("named"), "-g", "-n", "1", "-c", str(self.config)]


class Forwarder(Bind):
    """A BIND that asks |behind| and remembers."""

    def __init__(self, folder, behind):
        self.behind = behind
        super().__init__(folder, behind.zones)

    def configuration(self):
        return f'''options {{
    directory "{self.folder}";
    pid-file "named.pid";
    session-keyfile "session.key";
    listen-on port {self.port} {{ 127.0.0.1; }};
    listen-on-v6 {{ none; }};
    recursion yes;
    forwarders port {self.behind.port} {{ 127.0.0.1; }};
    forward only;
    empty-zones-enable no;
    dnssec-validation no;
    qname-minimization off;
}};
controls {{ }};
'''


class Unbound(Server):
    """Resolves what |behind| serves, and validates it if that signs."""

    def __init__(self, folder, behind):
        self.behind = behind
        super().__init__(folder, behind.zones)

    def configuration(self):
        stubs = "".join(f'stub-zone:\n    name: {name}\n'
                        f'    stub-addr: 127.0.0.1@{self.behind.port}\n'
                        for name in self.zones)
        nodefault = "".join(f'    local-zone: "{name}." nodefault\n'
                            for name in self.zones)
        modules, anchors = "iterator", ""
        if isinstance(self.behind, SigningKnot):
            modules = "validator iterator"
            anchors = f'    trust-anchor-file: "{self.behind.anchors()}"\n'
        return f'''server:
    interface: 127.0.0.1
    port: {self.port}
    username: ""
    chroot: ""
    directory: "{self.folder}"
    pidfile: "{self.folder}/pid"
    use-syslog: no
    do-daemonize: no
    do-not-query-localhost: no
    module-config: "{modules}"
{anchors}    access-control: 127.0.0.0/8 allow
    cache-max-ttl: 2147483647
{nodefault}remote-control:
    control-enable: no
{stubs}'''

    def command(self):
        return [find("unbound"), "-d", "-c", str(self.config)]
