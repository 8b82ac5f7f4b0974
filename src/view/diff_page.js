/* The page of a change without it can be read, folded and linked to; with it there are keys, a search
   for names, and what was seen stays so. Texts of the change are never written as HTML. */
"use strict";
(() => {
    const byId = (id) => document.getElementById(id);
    const symbols = [...document.querySelectorAll("details.s")];
    const find = byId("find"), count = byId("seen");
    const key = "fovea:" + document.title;
    let current = -1;

    /* ---- what was seen ---- */

    const load = () => {
        try {
            return new Set(JSON.parse(localStorage.getItem(key)) || []);
        } catch {
            return new Set();
        }
    };
    const save = () => {
        try {
            localStorage.setItem(key, JSON.stringify([...seen]));
        } catch {
            /* a page that may keep nothing */
        }
    };
    const seen = load();
    const boxes = new Map();
    const paint = (symbol) => {
        const done = seen.has(symbol.id);
        symbol.classList.toggle("done", done);
        boxes.get(symbol).checked = done;
    };
    const tell = () => {
        const all = symbols.filter((symbol) => seen.has(symbol.id)).length;
        count.textContent = `${all} of ${symbols.length} seen`;
    };
    const mark = (symbol, done) => {
        if (done) seen.add(symbol.id);
        else seen.delete(symbol.id);
        symbol.open = !done;
        paint(symbol);
        tell();
        save();
    };
    for (const symbol of symbols) {
        const label = document.createElement("label"), box = document.createElement("input");
        box.type = "checkbox";
        label.append(box, "seen");
        label.addEventListener("click", (event) => event.stopPropagation());
        box.addEventListener("change", () => mark(symbol, box.checked));
        symbol.querySelector("summary").append(label);
        boxes.set(symbol, box);
        if (seen.has(symbol.id)) symbol.open = false;
        paint(symbol);
    }

    /* ---- going about ---- */

    const open = (element) => {
        for (let up = element; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    };
    const go = (index) => {
        if (!symbols.length) return;
        if (symbols[current]) symbols[current].classList.remove("cur");
        current = Math.max(0, Math.min(symbols.length - 1, index));
        const symbol = symbols[current];
        open(symbol.parentElement);
        symbol.classList.add("cur");
        symbol.querySelector("summary").focus({ preventScroll: true });
        symbol.scrollIntoView({ block: "start" });
    };
    const follow = () => {
        const element = location.hash ? byId(location.hash.slice(1)) : null;
        if (!element) return;
        open(element);
        element.scrollIntoView({ block: "start" });
        const index = symbols.indexOf(element);
        if (index >= 0) current = index;
    };
    const fold = (on) => {
        for (const symbol of symbols) symbol.open = on;
    };
    byId("fold").addEventListener("click", () => fold(false));
    byId("unfold").addEventListener("click", () => fold(true));
    addEventListener("hashchange", follow);

    const keys = {
        j: () => go(current + 1),
        k: () => go(current - 1),
        o: () => symbols[current] && (symbols[current].open = !symbols[current].open),
        x: () => symbols[current] && mark(symbols[current], !seen.has(symbols[current].id)),
        "/": () => find.focus(),
    };
    addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target === find) {
            if (event.key === "Escape") find.blur();
            return;
        }
        if (!keys[event.key]) return;
        event.preventDefault();
        keys[event.key]();
    });

    /* ---- names ---- */

    const rows = [...document.querySelectorAll("nav li")];
    find.addEventListener("input", () => {
        const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
        for (const row of rows) {
            const text = row.textContent.toLowerCase();
            row.hidden = !words.every((word) => text.includes(word));
        }
    });

    /* A selection stays on the side where it began. */
    for (const code of document.querySelectorAll(".d:not(.one)"))
        code.addEventListener("mousedown", (event) => {
            const cell = event.target.closest(".l, .r");
            code.classList.toggle("selL", Boolean(cell && cell.classList.contains("l")));
            code.classList.toggle("selR", Boolean(cell && cell.classList.contains("r")));
        });

    tell();
    find.hidden = false;
    document.querySelector(".tools").hidden = false;
    follow();
})();
