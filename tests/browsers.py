#!/usr/bin/python3
"""Every board is opened and a turn of it is played in Firefox and in WebKit, with real keys and clicks.

    tests/browsers.py BUILD_DIR [firefox] [webkit]

Takes Debian's firefox-esr, which speaks WebDriver BiDi by itself, and webkit2gtk-driver; WebKit needs a display, so xvfb as well:
    apt-get install firefox-esr webkit2gtk-driver xvfb
A browser that is not installed is skipped, and so is this whole test if none is. Chromium has tests of its own (web/tests/browser).
"""
import asyncio
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAMES = {"queen": "Mississippi Queen", "broadhorns": "Broadhorns", "rails": "Small Railroad Empires"}
KEYS = {"Enter": "\ue007", "ArrowUp": "\ue013"}
PATIENCE = 60  # s, for one thing to happen: generous, for machines that are busy with other things


@contextlib.contextmanager
def process(words, **more):
    """Runs in a group of its own, which ends with the block: browsers have children."""
    child = subprocess.Popen([str(w) for w in words], start_new_session=True, stdin=subprocess.DEVNULL, **more)
    try:
        yield child
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def line_with(stream, mark):
    """Reads on until a line has the mark, and returns what follows it."""
    for line in stream:
        if mark in line:
            return line.split(mark, 1)[1].strip()
    raise RuntimeError(f"it ended without saying {mark!r}")


def actions(keys=(), at=None):
    """What a hand does, as both protocols take it: keys one after the other, or a press at a point."""
    if at:
        x, y = (round(v) for v in at)
        return [{"type": "pointer", "id": "hand", "actions": [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]
    return [{"type": "key", "id": "keys", "actions": [
        {"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]}]


class Firefox:
    """WebDriver BiDi over a WebSocket."""
    name, needs = "Firefox", ("firefox-esr",)

    async def begin(self, stack, folder):
        from websockets import connect
        browser = stack.enter_context(process(
            ["firefox-esr", "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0", "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env={**os.environ, "HOME": folder, "MOZ_CRASHREPORTER_DISABLE": "1"}))
        address = line_with(browser.stderr, "WebDriver BiDi listening on ")
        self.socket = await connect(f"{address}/session", max_size=None)
        self.asked = 0
        await self.ask("session.new", capabilities={})
        self.page = (await self.ask("browsingContext.getTree"))["contexts"][0]["context"]
        await self.ask("browsingContext.setViewport", context=self.page, viewport={"width": 1440, "height": 900})

    async def ask(self, method, **params):
        self.asked += 1
        await self.socket.send(json.dumps({"id": self.asked, "method": method, "params": params}))
        while True:
            said = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if said.get("id") == self.asked:
                if said["type"] == "error":
                    raise RuntimeError(f"{method}: {said['message']}")
                return said["result"]

    async def open(self, address):
        await self.ask("browsingContext.navigate", context=self.page, url=address, wait="complete")

    async def run(self, script):
        said = await self.ask("script.evaluate", target={"context": self.page}, awaitPromise=False,
                              expression=f"JSON.stringify((() => {{ {script} }})() ?? null)")
        if said["type"] == "exception":
            raise RuntimeError(said["exceptionDetails"]["text"])
        return json.loads(said["result"]["value"])

    async def act(self, **what):
        await self.ask("input.performActions", context=self.page, actions=actions(**what))

    async def end(self):
        await self.socket.close()


class WebKit:
    """WebDriver by HTTP, with the small browser that comes with WebKitGTK."""
    name, needs = "WebKit", ("WebKitWebDriver", "Xvfb")

    async def begin(self, stack, folder):
        read, write = os.pipe()
        stack.enter_context(process(["Xvfb", "-displayfd", write, "-screen", "0", "1500x1000x24"], pass_fds=(write,),
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as told:
            display = told.readline().strip()
        # Without a session bus GTK would look for one, for ever; root has no sandbox of its own.
        env = {**os.environ, "DISPLAY": f":{display}", "GDK_BACKEND": "x11", "HOME": folder, "XDG_RUNTIME_DIR": folder,
               "DBUS_SESSION_BUS_ADDRESS": "disabled:", "GIO_USE_VFS": "local", "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
               "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        port = free_port()
        stack.enter_context(process(["WebKitWebDriver", f"--port={port}"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        self.at = f"http://127.0.0.1:{port}"
        await until(self.ready, "the driver of WebKit answers")
        options = {"binary": str(mini_browser()), "args": ["--automation"]}
        made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}})
        self.at += f"/session/{made['sessionId']}"
        self.ask("POST", "/window/rect", {"width": 1440, "height": 940})

    async def ready(self):
        try:
            return self.ask("GET", "/status") is not None
        except (urllib.error.URLError, ConnectionError):
            return False

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.at + path, method=method, data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as wrong:
            raise RuntimeError(f"{path}: {json.load(wrong)['value']['message']}") from None

    async def open(self, address):
        self.ask("POST", "/url", {"url": address})

    async def run(self, script):
        return self.ask("POST", "/execute/sync", {"script": script, "args": []})

    async def act(self, **what):
        self.ask("POST", "/actions", {"actions": actions(**what)})

    async def end(self):
        self.ask("DELETE", "")


def mini_browser():
    found = sorted(pathlib.Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"))
    if not found:
        raise RuntimeError("WebKit's driver is installed, but not the browser that it drives")
    return found[-1]


def free_port():
    import socket
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


async def until(holds, what):
    end = time.monotonic() + PATIENCE
    while not await holds():
        if time.monotonic() > end:
            raise RuntimeError(f"it never came to pass that {what}")
        await asyncio.sleep(0.05)


class Visitor:
    """Somebody in front of a browser."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    @staticmethod
    def thing(where, words):
        """In the page: the first thing on the screen, by a selector, with these words in it."""
        return f"""const found = [...document.querySelectorAll({json.dumps(where)})].find(
            (e) => e.getClientRects().length > 0 && e.textContent.includes({json.dumps(words)}));"""

    async def sees(self, where, words=""):
        await until(lambda: self.browser.run(f"{self.thing(where, words)} return found !== undefined"), f"{where} shows {words!r}")

    async def presses(self, where, words=""):
        await self.sees(where, words)
        await self.browser.act(at=await self.browser.run(f"""{self.thing(where, words)}
            found.scrollIntoView({{ block: "nearest" }});
            const box = found.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]"""))

    async def types(self, *keys):
        for key in keys:
            await self.browser.act(keys=[key])

    async def sits_down(self, game):
        await self.browser.open(self.address)
        await self.browser.run("""localStorage.setItem("bigmuddy.settings", JSON.stringify({ motion: 0 }));""")
        await self.browser.open(f"{self.address}/?{game}")  # read when the page opens
        await self.browser.run("""window.wrong = []; addEventListener("error", (e) => wrong.push(e.message));
            addEventListener("unhandledrejection", (e) => wrong.push(String(e.reason)));""")
        await self.presses(f"#poster-{game} ~ .bts .btn.go")
        await self.sees(".table .tray .say")

    async def plays(self, game):
        """The shortest first turn of each."""
        if game == "queen":
            await self.sees(".say", "Where to, Captain?")
            await self.sees(".reach")
            await self.types("1")
            await self.sees(".spd .on", "1")
            await self.types("ArrowUp")
            await self.sees(".say", "Full steam?")
            await self.types("Enter")
            await self.sees(".log", "You keep speed 1")
        elif game == "broadhorns":
            await self.presses(".panel button", "Fit out in St. Louis")
            await self.presses(".panel .row", "20 feet")
            await self.sees(".panel .btn", "Cast off empty")
            await self.presses(".panel .row:not(.on)")
            await self.sees(".panel .go", "Cast off")
            await self.types("Enter")
            await self.presses(".panel button", "End turn")
            await self.presses("[role=dialog] button, dialog button", "End the turn")
            await self.sees(".log", "You fit out a boat")
        else:
            await self.sees(".say", "Where does your line begin?")
            await self.types("m", "Enter")
            await self.presses(".tray .btn.go")
            await self.sees(".log", "You are to move")

    async def finds_nothing_wrong(self):
        return await self.browser.run("return window.wrong.join('; ')")


def server(build, stack):
    """The built page on a port that is free."""
    child = stack.enter_context(process(
        [build / "bigmuddy", "serve", "--listen", "127.0.0.1:0", "--store", "memory:", "--www", ROOT / "web/dist", "--requests", "100000"],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True))
    port = line_with(child.stderr, '"listening","port":')
    return f"http://127.0.0.1:{re.match('[0-9]+', port)[0]}"


async def visit(kind, address):
    """Every board in one browser; how many of them failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        browser = kind()
        await browser.begin(stack, folder)
        visitor = Visitor(browser, address)
        for game, title in GAMES.items():
            try:
                await visitor.sits_down(game)
                await visitor.plays(game)
                wrong = await visitor.finds_nothing_wrong()
            except (RuntimeError, OSError, asyncio.TimeoutError) as found:
                wrong = str(found) or type(found).__name__
            print(f"{kind.name}: {title}: {'a turn is played' if not wrong else 'FAILED: ' + wrong}", flush=True)
            failed += bool(wrong)
        await browser.end()
    return failed


def main(build, *names):
    kinds = [k for k in (Firefox, WebKit) if not names or k.name.lower() in names]
    missing = {k.name: [n for n in k.needs if not shutil.which(n)] for k in kinds}
    there = [k for k in kinds if not missing[k.name]]
    for name, lacks in missing.items():
        if lacks:
            print(f"{name} is not visited: no {' and no '.join(lacks)}")
    if not there:
        print("skipped: neither firefox-esr nor webkit2gtk-driver with xvfb is installed")
        return 0
    failed = 0
    with contextlib.ExitStack() as stack:
        address = server(pathlib.Path(build).resolve(), stack)
        for kind in there:
            failed += asyncio.run(visit(kind, address))
    print(f"{len(GAMES) * len(there) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
