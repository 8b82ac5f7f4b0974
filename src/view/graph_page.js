/* The page of a graph: pan, zoom, search, details, all by keyboard too. Texts of the graph reach the
   page as textContent only. */
"use strict";
(() => {
    const byId = (id) => document.getElementById(id);
    const picture = byId("picture"), view = byId("view"), panel = byId("panel");
    const find = byId("find"), found = byId("found"), groups = byId("groups");
    const heading = document.querySelector("h1"), summary = document.querySelector("header p");
    const trail = byId("trail"), hidden = byId("hidden");
    const ZOOM_MIN = 0.02, ZOOM_MAX = 4, READABLE = 0.55, MARGIN = 28, DRAG_PIXELS = 4;

    /* ---- views: the picture of the whole, and of each folder that opens ---- */

    const copy = (el) => [...el.childNodes].map((child) => child.cloneNode(true));
    const once = (make) => {
        let value;
        return () => (value ??= make());
    };
    const svg = (el, sizes) => ({ width: +sizes.dataset.width, height: +sizes.dataset.height, drawing: copy(el) });
    const first = { ...svg(view, picture), summary: copy(summary), keys: copy(groups) };
    const whole = JSON.parse(byId("data").textContent);
    const views = [{
        id: trail ? trail.dataset.view : "", hidden: false, title: heading.textContent,
        data: () => whole, parts: () => first,
    }];
    for (const template of document.querySelectorAll("template.view")) {
        const part = (selector) => template.content.querySelector(selector);
        views.push({
            id: template.dataset.id, hidden: "hidden" in template.dataset, title: template.dataset.title,
            data: once(() => JSON.parse(part("script").textContent)),
            parts: once(() => ({
                ...svg(part("svg > g"), part("svg")), summary: copy(part("p")), keys: copy(part("div")),
            })),
        });
    }
    const viewOf = (id) => views.find((other) => other.id === id && other.hidden === current.hidden);
    const inside = (id, folder) => !folder || id.startsWith(folder.slice(0, -2));
    let current = views[0], data, nodes, nodeOf, size;

    function read() {
        data = current.data();
        size = current.parts();
        nodes = data.nodes.map((row, i) => {
            const el = byId("n" + i), rect = el.querySelector("rect");
            const get = (name) => +rect.getAttribute(name);
            el.setAttribute("tabindex", "-1");
            el.setAttribute("role", "button");
            el.setAttribute("aria-label", [row.label, row.handle, row.kind].filter(Boolean).join(", "));
            return {
                row, el, in: [], out: [],
                x: get("x") + get("width") / 2, y: get("y") + get("height") / 2,
                text: textOf(row),
            };
        });
        nodeOf = new Map(nodes.map((node) => [node.el, node]));
        data.edges.forEach((row, i) => {
            const edge = { row, el: byId("e" + i), from: nodes[row.from - 1], to: nodes[row.to - 1] };
            edge.from.out.push(edge);
            edge.to.in.push(edge);
        });
    }

    function textOf(row) {
        return [row.label, row.handle, row.group, row.kind].join(" ").toLowerCase();
    }

    /* The folders that the view is in, to go back to. */
    function showTrail() {
        if (!trail) return;
        const above = views.filter((other) => other.hidden === current.hidden && other !== current &&
            inside(current.id, other.id));
        trail.replaceChildren();
        for (const other of above.sort((a, b) => a.id.length - b.id.length)) {
            add(trail, "button", other.id || "all").addEventListener("click", () => open(other));
            add(trail, "span", "›");
        }
        if (above.length) add(trail, "span", current.id);
        trail.hidden = !above.length;
    }

    function open(other) {
        if (chosen) choose(null);
        hovered = null;
        lit = [];
        current = other;
        const fillWith = (el, list) => el.replaceChildren(...list.map((child) => child.cloneNode(true)));
        fillWith(view, other.parts().drawing);
        fillWith(groups, other.parts().keys);
        fillWith(summary, other.parts().summary);
        heading.textContent = other.title;
        picture.setAttribute("aria-label", other.title);
        if (hidden) hidden.checked = other.hidden;
        group = null;
        read();
        search();
        showTrail();
        restart();
    }

    /* The same folder with or without what is hidden, or the nearest one above it that is there. */
    function toggle() {
        const same = views.filter((other) => other.hidden !== current.hidden &&
            (other.id === current.id || inside(current.id, other.id)));
        open(same.reduce((best, other) => (other.id.length > best.id.length ? other : best)));
    }

    /* ---- what is lit ---- */

    let hovered = null, chosen = null, matches = [], group = null, lit = [];

    function neighbourhood(node) {
        const list = [node.el];
        for (const edge of [...node.in, ...node.out])
            list.push(edge.from.el, edge.to.el, ...(edge.el ? [edge.el] : []));
        return list;
    }

    function paint() {
        const node = hovered || chosen;
        const active = node || find.value.trim() || group !== null;
        for (const el of lit) el.classList.remove("lit");
        lit = node ? neighbourhood(node) : matches.map((match) => match.el);
        for (const el of lit) {
            el.classList.add("lit");
            if (el.classList.contains("e")) view.insertBefore(el, nodes[0].el); // above faded lines
        }
        picture.classList.toggle("dim", Boolean(active));
    }

    /* Views of folders with modules that match. */
    function inFolders(words) {
        return views.filter((other) => other !== current && other.hidden === current.hidden &&
            other.data().nodes.some((row) => !row.holds && row.group !== "elsewhere" &&
                words.every((word) => textOf(row).includes(word))));
    }

    function search() {
        const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
        const inGroup = (node) => group === null || (node.row.group || "") === group;
        const wanted = words.length || group !== null;
        matches = wanted ? nodes.filter((node) =>
            inGroup(node) && words.every((word) => node.text.includes(word))) : [];
        const more = words.length ? inFolders(words).length : 0;
        found.textContent = words.length
            ? `${matches.length} of ${nodes.length}${more ? `, ${more} in folders` : ""}` : "";
        paint();
    }

    /* ---- pan and zoom ---- */

    const place = { x: 0, y: 0, zoom: 1 };
    let untouched = true;

    function move() {
        untouched = false;
        view.setAttribute("transform", `translate(${place.x} ${place.y}) scale(${place.zoom})`);
    }

    function zoomAt(factor, x, y) {
        const zoom = Math.min(Math.max(place.zoom * factor, ZOOM_MIN), ZOOM_MAX);
        place.x = x - (x - place.x) * zoom / place.zoom;
        place.y = y - (y - place.y) * zoom / place.zoom;
        place.zoom = zoom;
        move();
    }

    function zoomCentre(factor) {
        zoomAt(factor, picture.clientWidth / 2, picture.clientHeight / 2);
    }

    function centre(x, y) {
        place.x = picture.clientWidth / 2 - x * place.zoom;
        place.y = picture.clientHeight / 2 - y * place.zoom;
        move();
    }

    function fit() {
        const room = groups.offsetHeight + MARGIN;
        const width = picture.clientWidth - 2 * MARGIN, height = picture.clientHeight - MARGIN - room;
        place.zoom = Math.max(Math.min(width / size.width, height / size.height, 1.2), ZOOM_MIN);
        centre(size.width / 2, size.height / 2);
        place.y -= (room - MARGIN) / 2;
        move();
    }

    /* Where a picture longer than its room begins so that no end of the room stays empty. */
    function filled(at, room, length) {
        const least = room - length - MARGIN;
        return least < MARGIN ? Math.min(Math.max(at, least), MARGIN) : at;
    }

    /* All of it when that can be read, else what was asked about. */
    function start() {
        fit();
        if (data.of === "modules" || place.zoom >= READABLE || !nodes.length) return;
        const links = (node) => node.in.length + node.out.length;
        const focus = nodes.filter((node) => node.row.focus)
            .reduce((best, node) => (best && links(best) >= links(node) ? best : node), null);
        place.zoom = READABLE * 1.3;
        if (focus) centre(focus.x, focus.y);
        else centre(Math.min(size.width, picture.clientWidth / place.zoom - 80) / 2, size.height / 2);
        place.x = filled(place.x, picture.clientWidth, size.width * place.zoom);
        place.y = filled(place.y, picture.clientHeight - groups.offsetHeight, size.height * place.zoom);
        move();
    }

    function restart() {
        start();
        untouched = true;
    }

    function show(node) {
        const x = node.x * place.zoom + place.x, y = node.y * place.zoom + place.y, edge = 90;
        const right = picture.clientWidth - (panel.hidden ? 0 : panel.offsetWidth) - edge;
        if (x < edge || y < edge || x > right || y > picture.clientHeight - edge)
            centre(node.x, node.y);
    }

    /* ---- details ---- */

    function add(parent, tag, text, name) {
        const el = parent.appendChild(document.createElement(tag));
        if (text !== undefined) el.textContent = text;
        if (name) el.className = name;
        return el;
    }

    const nameOf = (row) => row.label || "(no name)";

    function describe(row) {
        return [row.kind, row.group, row.risk && row.risk + " risk"].filter(Boolean).join(" · ");
    }

    function addList(word, edges, end, more, call) {
        if (!edges.length && !more) return;
        const labels = edges.map((edge) => edge[end].row.label);
        const isShared = (label) => labels.indexOf(label) !== labels.lastIndexOf(label);
        add(panel, "h3", `${word} · ${edges.length + (more || 0)}`);
        const list = add(panel, "ul");
        for (const edge of edges) {
            const button = add(add(list, "li"), "button"), row = edge.row, other = edge[end].row;
            const sure = row.confidence === "exact" ? "" : row.confidence;
            const name = add(button, "span", nameOf(other));
            if (isShared(other.label) && other.handle) add(name, "small", other.handle);
            add(button, "span", [row.weight > 1 && "×" + row.weight, row.sumOf > 1 && "sum of " + row.sumOf, row.kind, sure]
                .filter(Boolean).join(" "));
            button.addEventListener("click", () => choose(edge[end]));
        }
        if (more) add(panel, "p", `${more} more not shown${call ? ":" : ""}`, "soft");
        if (more && call) add(panel, "code", call);
    }

    const quoted = (id) => (/^[\w./:-]+$/.test(id) ? id : `'${id.replaceAll("'", "'\\''")}'`);

    function fillFolder(row) {
        if (!row.holds) return;
        const other = viewOf(row.id);
        if (other) add(panel, "button", "Open").addEventListener("click", () => open(other));
        else add(panel, "code", `fovea graph --format html --inside ${quoted(row.handle)}`);
    }

    function fill(node) {
        const row = node.row, words = panel.dataset;
        const call = (verb) => verb && `${verb} ${quoted(row.id)}`;
        panel.replaceChildren();
        add(panel, "h2", nameOf(row));
        add(panel, "p", describe(row), "soft");
        if (row.handle) add(panel, "code", row.handle);
        if (row.id !== row.label && row.id !== row.handle) add(panel, "code", row.id);
        if (row.detail) add(panel, data.of === "calls" ? "code" : "p", row.detail);
        fillFolder(row);
        addList(words.in, node.in, "from", row.moreIn, call(words.showIn));
        addList(words.out, node.out, "to", row.moreOut, call(words.showOut));
        const close = add(panel, "button", "×", "close");
        close.setAttribute("aria-label", "Close");
        close.addEventListener("click", () => choose(null));
        panel.hidden = false;
    }

    function choose(node) {
        if (chosen) {
            chosen.el.classList.remove("chosen");
            chosen.el.setAttribute("tabindex", "-1");
        }
        chosen = node;
        panel.hidden = !node;
        if (node) {
            node.el.classList.add("chosen");
            node.el.setAttribute("tabindex", "0");
            fill(node);
            show(node);
            node.el.focus({ preventScroll: true });
        }
        paint();
    }

    /* ---- keyboard ---- */

    function nearest(list, from, distance) {
        let best = null;
        for (const node of list)
            if (node !== from && (!best || distance(node) < distance(best))) best = node;
        return best;
    }

    function step(key) {
        const from = chosen || nodes.find((node) => node.row.focus) || nodes[0];
        if (!from || !chosen) return from;
        const far = (node) => Math.abs(node.x - from.x) * 4 + Math.abs(node.y - from.y);
        const across = (node) => Math.abs(node.x - from.x) + Math.abs(node.y - from.y) * 2;
        const ends = [...from.in.map((edge) => edge.from), ...from.out.map((edge) => edge.to)];
        switch (key) {
        case "ArrowRight": return nearest(ends.filter((node) => node.x > from.x), from, across);
        case "ArrowLeft": return nearest(ends.filter((node) => node.x < from.x), from, across);
        case "ArrowDown": return nearest(nodes.filter((node) => node.y > from.y), from, far);
        default: return nearest(nodes.filter((node) => node.y < from.y), from, far);
        }
    }

    function nextMatch(back) {
        if (!matches.length) {
            const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
            const [other] = words.length ? inFolders(words) : [];
            if (other) open(other);
        }
        if (!matches.length) return;
        const at = matches.indexOf(chosen), count = matches.length;
        const next = at < 0 ? 0 : (at + (back ? count - 1 : 1)) % count;
        choose(matches[next]);
        find.focus();
    }

    /* A folder opens, another box shows its details. */
    function use(node) {
        const other = node && node.row.holds ? viewOf(node.row.id) : null;
        if (other) open(other);
        else choose(node);
    }

    function back() {
        const buttons = trail ? trail.querySelectorAll("button") : [];
        if (buttons.length) buttons[buttons.length - 1].click();
    }

    function clear() {
        find.value = "";
        group = null;
        for (const button of groups.querySelectorAll("button"))
            button.setAttribute("aria-pressed", "false");
        search();
        choose(null);
    }

    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const typing = event.target === find;
        if (event.key === "Escape") clear();
        else if (typing && event.key === "Enter") nextMatch(event.shiftKey);
        else if (typing) return;
        else if (event.key === "/") find.focus();
        else if (event.key === "+" || event.key === "=") zoomCentre(1.25);
        else if (event.key === "-") zoomCentre(0.8);
        else if (event.key === "0") fit();
        else if (event.key === "Backspace") back();
        else if (event.key.startsWith("Arrow")) choose(step(event.key) || chosen);
        else if (event.key === "Enter" && event.target.closest(".n"))
            use(nodeOf.get(event.target.closest(".n")));
        else return;
        event.preventDefault();
    });

    /* ---- pointer ---- */

    const pointers = new Map();
    let moved = 0, spread = 0;

    function middle() {
        const list = [...pointers.values()];
        return {
            x: list.reduce((sum, p) => sum + p.x, 0) / list.length,
            y: list.reduce((sum, p) => sum + p.y, 0) / list.length,
            spread: list.length > 1 ? Math.hypot(list[0].x - list[1].x, list[0].y - list[1].y) : 0,
        };
    }

    picture.addEventListener("pointerdown", (event) => {
        if (event.button) return;
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        moved = 0;
        spread = middle().spread;
    });
    addEventListener("pointermove", (event) => {
        if (!pointers.has(event.pointerId)) return;
        const before = middle(), box = picture.getBoundingClientRect();
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const now = middle();
        moved += Math.hypot(now.x - before.x, now.y - before.y);
        if (moved > DRAG_PIXELS) picture.classList.add("drag");
        place.x += now.x - before.x;
        place.y += now.y - before.y;
        if (spread && now.spread) zoomAt(now.spread / spread, now.x - box.left, now.y - box.top);
        spread = now.spread;
        move();
    });
    for (const kind of ["pointerup", "pointercancel"])
        addEventListener(kind, (event) => {
            pointers.delete(event.pointerId);
            spread = 0;
            picture.classList.remove("drag");
        });
    picture.addEventListener("click", (event) => {
        if (moved > DRAG_PIXELS) return;
        const el = event.target.closest(".n");
        use(el ? nodeOf.get(el) : null);
    });
    picture.addEventListener("wheel", (event) => {
        const box = picture.getBoundingClientRect();
        const lines = event.deltaMode ? 30 : 1;
        event.preventDefault();
        zoomAt(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)),
            event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    picture.addEventListener("pointerover", (event) => {
        const el = pointers.size ? null : event.target.closest(".n");
        const node = el ? nodeOf.get(el) : null;
        if (node === hovered) return;
        hovered = node;
        paint();
    });
    picture.addEventListener("pointerleave", () => {
        hovered = null;
        paint();
    });

    /* ---- controls ---- */

    find.addEventListener("input", search);
    byId("in").addEventListener("click", () => zoomCentre(1.25));
    byId("out").addEventListener("click", () => zoomCentre(0.8));
    byId("fit").addEventListener("click", fit);
    groups.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (!button) return;
        const on = button.getAttribute("aria-pressed") !== "true";
        for (const other of groups.querySelectorAll("button"))
            other.setAttribute("aria-pressed", String(on && other === button));
        group = on ? button.dataset.group : null;
        search();
    });
    if (hidden && !views.some((other) => other.hidden)) hidden.closest("label").remove();
    else if (hidden) hidden.addEventListener("change", toggle);
    addEventListener("resize", () => untouched && restart());
    picture.removeAttribute("viewBox");
    read();
    showTrail();
    restart();
})();
