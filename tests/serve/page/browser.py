"""A browser that is driven by WebDriver (W3C): as much of it as the test of the
page needs. The driver is Debian's chromium-driver.

SPDX-License-Identifier: MIT
"""
import base64
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import ports  # noqa: E402

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 300  # seconds: for what hangs, on a machine that may be busy
KEYS = {"tab": "\ue004", "enter": "\ue007", "space": " ", "escape": "\ue00c",
        "shift": "\ue008", "home": "\ue011", "end": "\ue010"}


class Failure(Exception):
    """The browser refused, or something did not come."""


def wait_for(what, condition, has_ended=lambda: False):
    """Wait until |condition| is true, and return what it returned."""
    end = time.monotonic() + PATIENCE
    value, failure = None, "it is not so"
    while not value:
        if time.monotonic() > end or has_ended():
            raise Failure(f"waited for this: {what} ({failure})")
        time.sleep(0.05)
        try:
            value = condition()
        except Failure as error:
            failure = error
    return value


def find_lack():
    """Why a test without a browser is skipped here, or None."""
    try:
        socket.getaddrinfo("localhost", None)
    except OSError:
        return "skipped: chromedriver connects to localhost, which is not known"
    return None


class Driver:
    """The process of the driver, which starts browsers, as long as |with| lasts. If
    the test fails meanwhile, what it said is shown."""

    def __init__(self, folder):
        # Without ::1 it does not find a port by itself.
        self.held = ports.hold()
        self.port = ports.number_of(self.held)
        self.log = pathlib.Path(folder) / "chromedriver.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["chromedriver", f"--port={self.port}",
                 "--log-level=WARNING"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder,
                env={**os.environ, "HOME": str(folder), "TMPDIR": str(folder)},
                start_new_session=True)

    def __enter__(self):
        try:
            wait_for("chromedriver starts", lambda: "started successfully" in
                     self.words(), lambda: self.process.poll() is not None)
        except Failure as failure:
            self.__exit__(failure)
            raise
        return self

    def __exit__(self, failure, *_):
        """End the driver and what it started."""
        if failure is not None:
            print(f"chromedriver, with status {self.process.poll()}, said:\n"
                  f"{self.words()[-3000:]}")
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        self.process.wait(timeout=PATIENCE)
        self.held.close()

    def words(self):
        return self.log.read_text(errors="replace")


class Browser:
    """One browser with a profile of its own."""

    def __init__(self, driver, scripts=True, dark=False, size=(1280, 1000)):
        self.connection = http.client.HTTPConnection("127.0.0.1", driver.port,
                                                     timeout=4 * PATIENCE)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu",
                     "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-background-networking", "--hide-scrollbars",
                     "--disable-component-update", "--disable-sync",
                     "--force-device-scale-factor=1",
                     "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                     f"--window-size={size[0]},{size[1]}"]
        options = {"args": arguments}
        if not scripts:
            options["prefs"] = {
                "profile.managed_default_content_settings.javascript": 2}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "timeouts": {"script": 1000 * PATIENCE},
            "goog:loggingPrefs": {"browser": "ALL"}}}}, session=False)
        self.session = answer["sessionId"]
        if dark:
            self.command("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": "dark"}]})

    def call(self, method, path, body=None, session=True):
        """One command of the protocol; its value."""
        if session:
            path = f"/session/{self.session}{path}"
        text = None if body is None else json.dumps(body)
        self.connection.request(method, path, text,
                                {"Content-Type": "application/json"})
        value = json.loads(self.connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise Failure(f"{value['error']}: {value['message'][:300]}")
        return value

    def command(self, name, parameters):
        """One command of the DevTools protocol."""
        return self.call("POST", "/goog/cdp/execute",
                         {"cmd": name, "params": parameters})

    def open(self, url):
        """Go to another page. The driver may take a late change of the address for
        the end of the way there."""
        self.leave(lambda: self.call("POST", "/url", {"url": url}), url)

    def url(self):
        return self.call("GET", "/url")

    def run(self, script, *values):
        """Run a function body in the page; what it returns."""
        return self.call("POST", "/execute/sync",
                         {"script": script, "args": list(values)})

    def find(self, selector):
        found = self.call("POST", "/element", {"using": "css selector",
                                               "value": selector})
        return found[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click", {})

    def write(self, selector, text):
        """Write into a field in place of what it has."""
        element = self.find(selector)
        self.call("POST", f"/element/{element}/clear", {})
        self.call("POST", f"/element/{element}/value", {"text": text})

    def text(self, selector):
        """What a person sees of an element."""
        return self.call("GET", f"/element/{self.find(selector)}/text")

    def count(self, selector):
        return len(self.call("POST", "/elements", {"using": "css selector",
                                                   "value": selector}))

    def press(self, *keys):
        """Press the keys together and let them go."""
        names = [KEYS.get(key, key) for key in keys]
        actions = [{"type": "keyDown", "value": name} for name in names]
        actions += [{"type": "keyUp", "value": name}
                    for name in reversed(names)]
        self.call("POST", "/actions", {"actions": [
            {"type": "key", "id": "keys", "actions": actions}]})

    def type(self, text):
        for letter in text:
            self.press(letter)

    def leave(self, go, how):
        """Call |go|, which leads to another page, and wait until that is there:
        before, what is looked for would be found in this one."""
        self.run("document.documentElement.dataset.left = ''")
        go()
        wait_for(f"another page: {how}", lambda: self.run(
            "return !('left' in document.documentElement.dataset)"
            " && document.readyState === 'complete'"))

    def click_to_leave(self, selector):
        self.leave(lambda: self.click(selector), f"a click on {selector}")

    @staticmethod
    def wait(what, condition):
        return wait_for(what, condition)

    def log(self):
        """What the browser complained about since the last call."""
        return self.call("POST", "/se/log", {"type": "browser"})

    def picture(self, path):
        """Save a picture of the whole page."""
        size = self.command("Page.getLayoutMetrics", {})["cssContentSize"]
        data = self.command("Page.captureScreenshot", {
            "captureBeyondViewport": True, "clip": {
                "x": 0, "y": 0, "width": size["width"],
                "height": min(size["height"], 8000), "scale": 1}})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.call("DELETE", "")
        self.connection.close()
