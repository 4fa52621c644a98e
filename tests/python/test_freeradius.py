"""The FreeRADIUS module in resolver/examples, inside a FreeRADIUS.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import ports  # noqa: E402
from support import BUILD, PATIENCE, TOP, Silence, start_nsd  # noqa: E402

PATH = os.environ["PATH"] + ":/usr/sbin"
LIBRARIES = "/usr/lib/freeradius"
EDU = ["tls1.edu.roam.example 2083 192.0.2.1 2001:db8::1",
       "tls2.edu.roam.example 2084 192.0.2.2"]

CONFIGURATION = """
prefix = /usr
libdir = {libraries}
logdir = {folder}
run_dir = {folder}
raddbdir = {folder}
pidfile = {folder}/pid
max_requests = 256
security {{
    reject_delay = 0
}}
thread pool {{
    start_servers = 4
    max_servers = 8
    min_spare_servers = 1
    max_spare_servers = 8
}}
client local {{
    ipaddr = 127.0.0.1
    proto = tcp
    secret = testing123
}}
modules {{
    python3 radius_discovery {{
        python_path = "{path}"
        module = radius_discovery
        mod_instantiate = ${{.module}}
        func_instantiate = instantiate
        mod_authorize = ${{.module}}
        func_authorize = authorize
        config {{
            servers = "{server}"
            service = "x-eduroam"
            own_hosts = "me.example"
        }}
    }}
}}
server default {{
    listen {{
        type = auth
        proto = tcp
        ipaddr = 127.0.0.1
        port = {port}
    }}
    authorize {{
        radius_discovery
        if (&control:Tmp-String-0) {{
            update reply {{
                &Reply-Message += &control:Tmp-String-0[*]
            }}
            update control {{
                &Auth-Type := Accept
            }}
        }}
    }}
    authenticate {{
    }}
}}
"""


def await_words(log, process, wanted):
    """Wait until |log| has |wanted|; return whether it does."""
    end = time.monotonic() + PATIENCE
    while True:
        status = process.poll()
        if wanted in log.read_bytes():
            return True
        if status is not None or time.monotonic() > end:
            return False
        time.sleep(0.05)


class FreeRADIUS(unittest.TestCase):
    def start(self, folder, server):
        """Start a FreeRADIUS that asks |server|; return its port."""
        if "LD_PRELOAD" in os.environ:
            self.skipTest("FreeRADIUS does not start with a sanitizer")
        program = shutil.which("freeradius", path=PATH)
        if not (program and shutil.which("radclient", path=PATH) and
                os.path.exists(f"{LIBRARIES}/rlm_python3.so")):
            self.skipTest("freeradius, freeradius-utils or freeradius-python3"
                          " is missing")
        folder = pathlib.Path(folder) / "radius"
        folder.mkdir()
        held = ports.hold()
        self.addCleanup(held.close)
        port = ports.number_of(held)
        (folder / "radiusd.conf").write_text(CONFIGURATION.format(
            libraries=LIBRARIES, folder=folder, server=server, port=port,
            path=f"{BUILD}/python:{TOP}/resolver/examples"))
        log = open(folder / "log", "wb")
        self.addCleanup(log.close)
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            [program, "-f", "-l", "stdout", "-d", folder, "-D",
             "/usr/share/freeradius"], stdin=subprocess.DEVNULL, stdout=log,
            stderr=log, env=environment)

        def stop():
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

        self.addCleanup(stop)
        self.log = folder / "log"
        self.process = process
        self.await_words(b"Ready to process requests")
        return port

    def await_words(self, wanted):
        if not await_words(self.log, self.process, wanted):
            self.fail(f"waited for {wanted} of FreeRADIUS, whose status is "
                      f"{self.process.poll()}: {self.log.read_text()[-5000:]}")

    def ask(self, port, user, wait=100):
        """Return the kind of the answer, and the servers in it."""
        done = subprocess.run(
            [shutil.which("radclient", path=PATH), "-x", "-P", "tcp", "-t",
             str(wait), "-D", "/usr/share/freeradius", f"127.0.0.1:{port}",
             "auth", "testing123"],
            input=f'User-Name = "{user}"\nUser-Password = "x"\n',
            capture_output=True, text=True, timeout=PATIENCE)
        servers = [line.split('"')[1] for line in done.stdout.splitlines()
                   if "Reply-Message" in line]
        for kind in ("Accept", "Reject"):
            if f"Received Access-{kind}" in done.stdout:
                return kind, servers
        return "nothing", servers

    def test_discovery(self):
        with tempfile.TemporaryDirectory() as folder:
            with start_nsd(folder) as nsd:
                port = self.start(folder, f"127.0.0.1:{nsd.port}")
                for user, answer in (
                        ("someone@edu.roam.example", ("Accept", EDU)),
                        ("someone@EDU.roam.example", ("Accept", EDU)),
                        ("someone@hosted.roam.example", ("Accept", EDU)),
                        ("someone@nobody.roam.example", ("Reject", [])),
                        ("someone@alike.roam.example", ("Reject", [])),
                        ("someone@a}b;c", ("Reject", [])),
                        ("someone", ("Reject", []))):
                    self.assertEqual(self.ask(port, user), answer,
                                     (user, self.log.read_text()[-2000:]))
            self.doCleanups()

    def test_failure(self):
        """No answer from DNS is not a realm without servers."""
        with tempfile.TemporaryDirectory() as folder, Silence() as silent:
            port = self.start(folder, silent)
            self.ask(port, "someone@edu.roam.example")
            self.await_words(b"DNS: TIMEOUT")
            self.doCleanups()


if __name__ == "__main__":
    unittest.main()
