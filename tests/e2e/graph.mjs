// graph.mjs CHROMIUM PAGE SCREENSHOT: opens a graph's page from file:// in headless Chromium, which
// it drives through a pipe, and uses it as a person would. Ends with 1 and says why when something
// is not as it should be, or when the page logs anything, loads anything or breaks its own policy.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [chromium, page, screenshot] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "fovea-graph."));
const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--disable-background-networking", "--window-size=1440,900", "--remote-debugging-pipe",
    `--user-data-dir=${profile}`, "about:blank"];
const child = spawn(chromium, args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const faults = [], waiting = new Map(), listeners = [];
let nextId = 1, rest = "";

child.stdio[4].on("data", (bytes) => {
    const parts = (rest + bytes).split("\0");
    rest = parts.pop();
    for (const part of parts) {
        const message = JSON.parse(part);
        if (message.id) {
            const { resolve, reject } = waiting.get(message.id);
            waiting.delete(message.id);
            if (message.error) reject(new Error(message.error.message));
            else resolve(message.result);
        } else {
            for (const listener of listeners) listener(message.method, message.params);
        }
    }
});

function send(method, params = {}, sessionId = undefined) {
    const id = nextId++;
    child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

async function openPage(url) {
    const { targetId } = await send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    const tab = (method, params) => send(method, params, sessionId);
    const loaded = new Promise((resolve) => listeners.push((method) =>
        method === "Page.loadEventFired" && resolve()));
    listeners.push((method, params) => {
        if (method === "Runtime.exceptionThrown")
            faults.push("exception: " + params.exceptionDetails.exception?.description);
        if (method === "Runtime.consoleAPICalled" || method === "Log.entryAdded")
            faults.push("console: " + JSON.stringify(params.args ?? params.entry.text));
        if (method === "Network.requestWillBeSent" && params.request.url !== url)
            faults.push("loads " + params.request.url);
    });
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await tab(domain + ".enable");
    await tab("Page.navigate", { url });
    await loaded;
    return tab;
}

const tab = await openPage(pathToFileURL(page).href);

async function evaluate(expression) {
    const { result, exceptionDetails } = await tab("Runtime.evaluate", { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
}

async function expect(what, expression) {
    if (!await evaluate(expression)) faults.push(`${what}: ${expression}`);
}

async function press(key, code = key, text = undefined) {
    await tab("Input.dispatchKeyEvent", { type: "keyDown", key, code, text });
    await tab("Input.dispatchKeyEvent", { type: "keyUp", key, code });
}

async function click(selector) {
    const { x, y } = await evaluate(`(() => {
        const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    })()`);
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"])
        await tab("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1 });
}

async function shoot(name) {
    await new Promise((resolve) => setTimeout(resolve, 300)); // fades
    const { data } = await tab("Page.captureScreenshot", { format: "png" });
    writeFileSync(screenshot.replace(/\.png$/, name + ".png"), Buffer.from(data, "base64"));
}

async function useThePage() {
    const word = await evaluate(`document.querySelector(".n text.l").textContent.slice(0, 4).toLowerCase()`);
    await expect("boxes are drawn", `document.querySelectorAll(".n").length > 0`);
    await expect("no script of a label ran", `document.querySelectorAll("script").length === 2`);
    await expect("the picture is placed", `document.getElementById("view").hasAttribute("transform")`);
    await shoot("");

    await press("/", "Slash");
    await expect("/ goes to the search box", `document.activeElement.id === "find"`);
    for (const letter of word) await press(letter, letter, letter);
    const folders = await evaluate(`document.querySelector("template.view") !== null`);
    const count = folders ? "^[1-9]\\\\d* of \\\\d+(, \\\\d+ in folders)?$" : "^[1-9]\\\\d* of \\\\d+$";
    await expect("typing searches", `new RegExp("${count}").test(document.getElementById("found").textContent)`);
    await expect("matches are lit", `document.querySelectorAll(".n.lit").length > 0`);
    await expect("others fade", `document.querySelector("#picture.dim") !== null`);
    await press("Enter", "Enter", "\r");
    await expect("Enter shows a match", `!document.getElementById("panel").hidden`);
    await shoot("-search");

    await press("Escape");
    await expect("Escape clears", `document.getElementById("find").value === "" &&
        document.getElementById("panel").hidden && !document.querySelector(".dim, .lit, .chosen")`);
    await evaluate(`document.activeElement.blur()`);
    await press("ArrowRight");
    await expect("an arrow key chooses a box", `document.querySelectorAll(".n.chosen").length === 1`);
    await expect("the panel names it", `document.querySelector("#panel h2").textContent.length > 0`);
    await shoot("-details");
    const before = await evaluate(`document.getElementById("view").getAttribute("transform")`);
    await press("+", "Equal", "+");
    await expect("+ zooms", `document.getElementById("view").getAttribute("transform") !== ${JSON.stringify(before)}`);
    await press("Escape");
    await press("0", "Digit0", "0");
    await click(".n:not(.fold) text.l");
    await expect("a click shows details", `!document.getElementById("panel").hidden`);
    await press("Escape");
    if (await evaluate(`document.querySelector("#groups button") !== null`)) {
        await click("#groups button");
        await expect("a group lights up", `document.querySelectorAll(".n.lit").length > 0`);
        await press("Escape");
    }
    if (folders) await useFolders();
    await tab("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "dark" }] });
    await expect("dark is dark", `getComputedStyle(document.body).backgroundColor === "rgb(17, 21, 28)"`);
    await shoot("-dark");
}

async function expectFit(what) {
    await expect(what, `(() => {
        const room = document.getElementById("picture").getBoundingClientRect();
        return [...document.querySelectorAll(".n")].every((el) => {
            const box = el.getBoundingClientRect();
            return box.left >= room.left && box.right <= room.right && box.top >= room.top &&
                box.bottom <= room.bottom;
        });
    })()`);
}

async function openFolder(whole) {
    await click(".n.fold text.l");
    await expect("a click opens a folder", `document.querySelector("h1").textContent !== ${JSON.stringify(whole)}`);
    await expect("the trail leads back", `document.querySelectorAll("#trail button").length > 0 &&
        !document.getElementById("trail").hidden`);
    await expectFit("a folder fits the window");
    await shoot("-folder");
    await press("ArrowRight");
    await expect("keys work in a folder", `document.querySelectorAll(".n.chosen").length === 1`);
    await press("Escape");
    await evaluate(`document.activeElement.blur()`);
    for (let i = 0; i < 9 && !await evaluate(`document.getElementById("trail").hidden`); i++)
        await press("Backspace");
    await expect("Backspace goes back", `document.querySelector("h1").textContent === ${JSON.stringify(whole)} &&
        document.getElementById("trail").hidden`);
}

/* Folders open on a click, and lead back; a switch shows what is hidden. */
async function useFolders() {
    const title = () => evaluate(`document.querySelector("h1").textContent`);
    const whole = await title();
    await press("0", "Digit0", "0");
    await expectFit("the whole fits the window");
    if (await evaluate(`document.querySelector(".n.fold") !== null`)) await openFolder(whole);
    if (!await evaluate(`document.getElementById("hidden") !== null`)) return;
    const titles = `[...document.querySelectorAll("#view title")].map((el) => el.textContent).sort().join("|")`;
    const shown = await evaluate(titles);
    await click("#hidden");
    await expect("the switch shows what is hidden", `document.getElementById("hidden").checked &&
        ${titles} !== ${JSON.stringify(shown)}`);
    await expectFit("what was hidden fits the window");
    await shoot("-all");
    await click("#hidden");
    await expect("and hides it again", `!document.getElementById("hidden").checked &&
        ${titles} === ${JSON.stringify(shown)}`);
}

const timer = setTimeout(() => {
    console.error("no answer from Chromium within 60 s");
    child.kill("SIGKILL");
    process.exit(1);
}, 60000);
try {
    await useThePage();
} catch (error) {
    faults.push(String(error));
}
await send("Browser.close").catch(() => {});
await new Promise((resolve) => (child.exitCode === null ? child.on("exit", resolve) : resolve()));
clearTimeout(timer);
rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
for (const fault of faults) console.error(fault);
process.exit(faults.length ? 1 : 0);
