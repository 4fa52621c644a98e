"""Where a scenario happens: a folder, real servers that can be killed, stopped
and changed, and a machine of its own.

SPDX-License-Identifier: MIT
"""
import contextlib
import ctypes
import fcntl
import os
import pathlib
import signal
import socket
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import servers  # noqa: E402
import world  # noqa: E402

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x20000, 0x10000000, 0x40000000
MS_REC, MS_PRIVATE = 0x4000, 0x40000
SIOCSIFFLAGS, IFF_UP = 0x8914, 1
PORT_RANGE = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range")

libc = ctypes.CDLL(None, use_errno=True)


# ---- A machine of its own ----------------------------------------------------

def set_loopback(is_up):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS,
                    struct.pack("16sh14x", b"lo", IFF_UP if is_up else 0))


def isolate():
    """Leave the machine's network and mounts for new ones; False if that is
    not allowed. Must be called before there are threads."""
    user, group = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWNET | CLONE_NEWNS) != 0:
        if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS) != 0:
            return False
        pathlib.Path("/proc/self/setgroups").write_text("deny")
        pathlib.Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        pathlib.Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None)
    try:
        set_loopback(True)
    except OSError:
        return False
    return True


def mount_small(path, octets):
    """A file system in memory with room for |octets|; False: not allowed."""
    return libc.mount(b"small", os.fsencode(path), b"tmpfs", 0,
                      b"size=%d" % octets) == 0


def unmount(path):
    libc.umount2(os.fsencode(path), 2)


# ---- Servers -----------------------------------------------------------------

def children(pid):
    """The processes that |pid| has started. A thread may end meanwhile."""
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, task.read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def descendants(pid):
    """|pid| and the processes that it has started."""
    found = [pid]
    for child in children(pid):
        found += descendants(child)
    return found


class Faulty:
    """What can happen to a server."""

    def signal_all(self, number):
        """To all processes, also those that are started meanwhile."""
        done = set()
        while new := set(descendants(self.process.pid)) - done:
            for pid in sorted(new):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            done |= new

    def freeze(self):
        self.signal_all(signal.SIGSTOP)

    def thaw(self):
        self.signal_all(signal.SIGCONT)

    def kill(self):
        self.signal_all(signal.SIGKILL)
        self.process.wait()
        self.log.close()
        for name in ("pid", "named.pid", "knot.pid"):
            (self.folder / name).unlink(missing_ok=True)

    def restart(self):
        self.stop()
        self.start()

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.thaw()
        super().stop()

    def publish(self, namespaces, version):
        """Have the server read a new version of the zone, and wait for it."""
        world.write_zone(self.zones["urn.arpa"], namespaces, version)
        later = time.time() + version  # servers compare the time of the file
        os.utime(self.zones["urn.arpa"], (later, later))
        before = {pid for pid in descendants(self.process.pid)[1:]
                  if not children(pid)}
        self.process.send_signal(signal.SIGHUP)
        self.await_version(version)
        # NSD answers in a child, which is replaced.
        self.wait_until(lambda: not before &
                        set(descendants(self.process.pid)),
                        f"the processes {before} have not ended")

    def await_version(self, version):
        soa = struct.pack("!6I", version, 7200, 3600, 1209600, 0, 0)[:20]
        self.wait_until(lambda: soa in (servers.ask(self.port, "urn.arpa",
                                                    "SOA") or b""),
                        f"version {version} is not loaded")

    def wait_until(self, is_reached, what):
        end = time.monotonic() + servers.START_TIME
        while not is_reached():
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError(f"{what}: {self.last_words()}")
            time.sleep(0.01)


class Nsd(Faulty, servers.Nsd):
    pass


class Knot(Faulty, servers.Knot):
    pass


class Unbound(Faulty, servers.Unbound):
    """Resolves what |behind| serves, and forgets failures at once."""

    def configuration(self):
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
    module-config: "iterator"
    access-control: 127.0.0.0/8 allow
    local-zone: "arpa." nodefault
    infra-host-ttl: 1
    infra-keep-probing: yes
    num-queries-per-thread: 4096
    outgoing-range: 8192
remote-control:
    control-enable: no
stub-zone:
    name: urn.arpa
    stub-addr: 127.0.0.1@{self.behind.port}
'''


KINDS = {"nsd": Nsd, "knotd": Knot}


class Place:
    """The folder of a scenario, its tool and its servers."""

    def __init__(self, tool, clock, folder, load, is_isolated):
        self.tool = tool
        self.folder = pathlib.Path(folder)
        self.clock = None  # the shared object that changes the date
        if clock is not None:
            # A path with a space would be two for LD_PRELOAD.
            self.clock = str(self.folder / "clock.so")
            os.symlink(clock, self.clock)
        self.load = load
        self.is_isolated = is_isolated
        self.is_sanitized = b"__asan" in pathlib.Path(tool).read_bytes()
        self.numbers = 0
        self.running = []

    def serve(self, kind="nsd", version=1):
        """A server of that kind with the zone."""
        self.numbers += 1
        zone = self.folder / f"zone{self.numbers}"
        world.write_zone(zone, self.load, version)
        server = KINDS[kind](self.folder / f"{kind}{self.numbers}",
                             {"urn.arpa": zone})
        self.running.append(server)
        return server

    def resolver(self, behind):
        self.numbers += 1
        server = Unbound(self.folder / f"unbound{self.numbers}", behind)
        self.running.append(server)
        return server

    def stop(self):
        for server in self.running:
            server.stop()
