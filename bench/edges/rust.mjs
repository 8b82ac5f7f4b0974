// True edges of Rust from rustc's own MIR, which names the resolved target of every call.
// Dependencies come from Debian's librust-*-dev packages: nothing is downloaded.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Truth, fileNode } from './truth.mjs';

const REGISTRY = '/usr/share/cargo/registry';
const FLAGS = ['--cap-lints=warn', '-Zmir-opt-level=0', '-Zmir-include-spans=on', '-Ztrim-diagnostic-paths=no', '--emit=mir', '-Awarnings'];

// rustc's switches for this are unstable: the compiler is told to allow them.
function compile(root, out, project) {
    if (!existsSync(REGISTRY)) throw new Error(`no crates in ${REGISTRY} (apt-get install librust-regex-dev …)`);
    const copy = join(out, 'copy');
    rmSync(copy, { recursive: true, force: true });
    rmSync(join(out, 'target'), { recursive: true, force: true });
    cpSync(root, copy, { recursive: true });
    rmSync(join(copy, 'Cargo.lock'), { force: true });
    const manifest = join(copy, 'Cargo.toml');
    if (project.manifest) writeFileSync(manifest, project.manifest(readFileSync(manifest, 'utf8')));
    const config = join(out, 'config.toml');
    writeFileSync(config, '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\n' +
        `directory = "${REGISTRY}"\n`);
    execFileSync('cargo', ['--config', config, 'rustc', '-q', '--offline', ...project.target, '--', ...FLAGS], {
        cwd: copy, stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, RUSTC_BOOTSTRAP: '1', CARGO_TARGET_DIR: join(out, 'target') } });
    const folder = join(out, 'target/debug/deps');
    return readdirSync(folder).filter((name) => name.endsWith('.mir'))
        .map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

class Sources {
    files = new Map();

    constructor(root) {
        this.root = root;
    }

    lines(path) {
        if (!this.files.has(path)) {
            const full = join(this.root, path);
            this.files.set(path, existsSync(full) ? readFileSync(full, 'utf8').split('\n') : []);
        }
        return this.files.get(path);
    }

    text({ path, line, column, endLine, endColumn }) {
        const lines = this.lines(path).slice(line - 1, endLine);
        if (!lines.length) return '';
        lines[lines.length - 1] = lines.at(-1).slice(0, endColumn - 1);
        lines[0] = lines[0].slice(column - 1);
        return lines.join('\n');
    }

    // The last `fn name` at or above a line; 0 when there is none.
    functionLine(path, name, line) {
        const lines = this.lines(path);
        const pattern = new RegExp(`\\bfn\\s+${name.replace(/^r#/, '(r#)?')}\\b`);
        for (let at = Math.min(line, lines.length); at > 0; at--) if (pattern.test(lines[at - 1])) return at;
        return 0;
    }

    // The source is formatted: a declaration ends at a semicolon before any brace, a block at the brace in the
    // column where it began.
    end(path, line) {
        const lines = this.lines(path);
        const indent = /^\s*/.exec(lines[line - 1])[0];
        let isOpen = false;
        for (let at = line; at <= lines.length; at++) {
            const text = lines[at - 1].replace(/\/\/.*/, '');
            if (!isOpen && /(;|\{.*\})\s*$/.test(text)) return at;
            isOpen ||= text.includes('{');
            if (at > line && text.startsWith(`${indent}}`)) return at;
        }
        return line;
    }
}

const SPAN = /(?:in scope \d+|scope \d+) at ([^\s:]+):(\d+):(\d+): (\d+):(\d+)/;
const HEADER = /^(fn|const|static(?: mut)?) ((?:<impl at [^>]*>|.)*?)(?:\((?:_1|\))|: )/;

function spanOf(text) {
    const found = SPAN.exec(text);
    if (!found) return null;
    const [path, ...numbers] = found.slice(1);
    const [line, column, endLine, endColumn] = numbers.map(Number);
    return { path, line, column, endLine, endColumn };
}

// `a::<T, U>::b` without what stands in angle brackets after `::`, and without lifetimes.
function withoutGenerics(path) {
    let depth = 0;
    let out = '';
    for (let i = 0; i < path.length; i++) {
        const opens = path[i] === '<' && (depth || path.slice(i - 2, i) === '::' || /\w/.test(path[i - 1] ?? ''));
        if (opens && path.startsWith('<impl at ', i) && !depth) out += path[i];
        else if (opens) depth++;
        else if (path[i] === '>' && depth && path[i - 1] !== '-') depth--;
        else if (!depth) out += path[i];
    }
    return out.replace(/::(?=::|$)/g, '').replace(/:::+/g, '::');
}

const lastPart = (path) => path.split('::').at(-1);
// The name of a type as written, without references, lifetimes, arguments and path.
const typeName = (text) => lastPart(withoutGenerics(text.replace(/^(&|\*const |\*mut |'\w+ |mut |dyn )+/, '').trim())
    .replace(/[<(\s].*$/s, ''));

// The same; of a type parameter `&` behind a reference, else nothing: an implementation for `&R` is not one for any R.
function bareType(text) {
    if (/^[&\s]*[([]/.test(text)) return '()'; // a tuple or an array is no type parameter
    const name = typeName(text);
    return /^[A-Z][A-Z0-9]?$/.test(name) ? (text.trim().startsWith('&') ? '&' : '') : name;
}

// The same with `&` before what is implemented for references too.
function implementedType(text) {
    const name = bareType(text);
    return name.length > 1 && text.trim().startsWith('&') ? `&${name}` : name;
}

// What a trait is of: `From<u8>`; nothing for parameters and lifetimes.
const argumentOf = (trait) => bareType(/^[^<]*<((?!').*)>\s*$/s.exec(trait)?.[1] ?? '');

// Bodies: {title, isFunction, lines} in order.
function readBodies(mir) {
    const bodies = [];
    for (const row of mir.split('\n')) {
        const header = /^\S/.test(row) ? HEADER.exec(row) : null;
        if (header) bodies.push({ isFunction: header[1] === 'fn', title: header[2], lines: [] });
        else if (bodies.length && /^ /.test(row)) bodies.at(-1).lines.push(row);
    }
    return bodies;
}

// What an implementation says of itself: {type, trait}; nothing for derived ones.
function implOf(sources, title) {
    const found = /<impl at ([^\s:]+):(\d+):(\d+): (\d+):(\d+)>/.exec(title);
    if (!found) return {};
    const [line, column, endLine, endColumn] = found.slice(2).map(Number);
    const text = sources.text({ path: found[1], line, column, endLine, endColumn });
    if (!/^(unsafe\s+)?impl\b/.test(text)) return null;
    const bare = text.replace(/^(unsafe\s+)?impl\s*/, '').replace(/^<[^{]*?>(?=\s+\S)/s, '').split(/\bwhere\b/)[0];
    const [trait, type] = / for /.test(bare.replace(/\s+/g, ' ')) ? bare.replace(/\s+/g, ' ').split(/ for (?!<)/) : [null, bare];
    return { path: found[1], trait: trait && typeName(trait.trim()), argument: argumentOf(trait ?? ''), type: implementedType(type) };
}

// The type and the trait of `T as Trait<<I as Iterator>::Item>`.
function splitAs(text) {
    let depth = 0;
    for (let i = 0; i < text.length; i++) {
        if ('<(['.includes(text[i])) depth++;
        else if (')]'.includes(text[i]) || (text[i] === '>' && text[i - 1] !== '-')) depth--;
        else if (!depth && text.startsWith(' as ', i)) return [text.slice(0, i), text.slice(i + 4)];
    }
    return [text];
}

// `<T as Trait>::name`, or `…::name::inner` for a function inside that one; nothing for other paths.
function qualifiedParts(callee) {
    if (callee[0] !== '<' || callee.startsWith('<impl at ')) return null;
    let depth = 0;
    let end = 0;
    for (; end < callee.length; end++) {
        if (callee[end] === '<') depth++;
        else if (callee[end] === '>' && callee[end - 1] !== '-' && --depth === 0) break;
    }
    const [type, trait] = splitAs(callee.slice(1, end));
    return trait ? { type, trait, name: lastPart(withoutGenerics(callee.slice(end + 3))) } : null;
}

class Crate {
    byTitle = new Map(); // 'a::b' -> function
    byMethod = new Map(); // 'Type::name' and 'Trait for Type::name' -> [{module, f}]
    types = new Map(); // name -> how many are declared
    tops = new Set(); // the crate's outermost modules

    constructor(sources, truth) {
        this.sources = sources;
        this.truth = truth;
    }

    addTop(body) {
        const [, top] = /^(\w+)::/.exec(body.title) ?? [];
        if (top) this.tops.add(top);
    }

    // The function that a body belongs to, or the file for constants; nothing for derived code.
    define(body) {
        const title = body.title.replace(/::(\{(closure|constant)|promoted\[).*$/, '');
        const span = body.lines.map(spanOf).find((s) => s && !s.path.startsWith('/'));
        if (!span) return null;
        const impl = implOf(this.sources, title);
        if (!impl) return null;
        const name = lastPart(title.replace(/<impl at [^>]*>/, 'impl'));
        const path = impl.path ?? span.path;
        const line = this.sources.functionLine(path, name, span.path === path ? span.line : 0);
        if (!line) return body.isFunction ? null : fileNode(span.path);
        const f = this.truth.addFunction(path, name, line, this.sources.end(path, line));
        const module = title.replace(/(::)?<impl at .*$/, '');
        if (!impl.path) this.byTitle.set(title, f);
        else this.addMethod(impl.trait ? `${impl.trait} for ${impl.type}::${name}` : `${impl.type}::${name}`, module, f, impl.argument);
        return f;
    }

    addMethod(named, module, f, argument = '') {
        this.byMethod.set(named, [...(this.byMethod.get(named) ?? []), { module, f, argument }]);
    }

    // Whether types of one name in several modules have a method of that name, so that it may be one of those.
    isSeveral(name) {
        return [...this.byMethod.keys()].some((named) => named.endsWith(`::${name}`) &&
            this.types.get(named.replace(/::\w+$/, '').replace(/^.* for &?/, '')) > 1);
    }

    // The method of a type of that module; of another only when the crate has one type of that name.
    method(named, module, type, argument = '') {
        if (module && !this.tops.has(module.split('::')[0])) return null; // of another crate
        const all = (this.byMethod.get(named) ?? [])
            .filter((m) => !argument || !m.argument || m.argument === argument);
        const same = all.find((m) => m.module === module);
        return (same ?? (this.types.get(type) > 1 ? null : all[0]))?.f ?? null;
    }

    // Trait methods, with or without a body, stand in no implementation.
    addDeclarations(paths) {
        for (const path of paths) {
            let trait = null;
            this.sources.lines(path).forEach((text, i) => {
                const type = /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|union)\s+(\w+)/.exec(text)?.[1];
                if (type) this.types.set(type, (this.types.get(type) ?? 0) + 1);
                const start = /^(\s*)(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?trait\s+(\w+)/.exec(text);
                if (start) trait = { name: start[2], end: this.sources.end(path, i + 1) };
                const method = /^\s*(?:unsafe\s+)?fn\s+(\w+)/.exec(text);
                if (!trait || !method || i + 1 > trait.end) return;
                const end = this.sources.end(path, i + 1);
                const hasBody = /\}\s*$/.test(this.sources.lines(path)[end - 1]);
                const f = this.truth.addFunction(path, method[1], i + 1, end, hasBody ? 'function' : 'abstract');
                this.addMethod(`trait ${trait.name}::${method[1]}`, '', f);
            });
        }
    }

    // The function that MIR's text names: {f} with f null outside the crate.
    resolve(callee) {
        const qualified = qualifiedParts(callee);
        if (qualified) {
            const { type, trait, name } = qualified;
            const [t, r] = [bareType(type), typeName(trait)];
            const module = withoutGenerics(type.replace(/^[&*\s]*('\w+ |mut |dyn |const )*/, '')).split('::').slice(0, -1).join('::');
            const own = t && this.method(`${r} for ${implementedType(type)}::${name}`, module, t, argumentOf(trait)); // of a parameter: the trait's
            return { name, f: own || this.method(`trait ${r}::${name}`, '') };
        }
        const [, apart, own, method] = /^(?:(.*?)::)?<impl (?!at )(.*)>::(\w+)(?:::<.*)?$/s.exec(callee) ?? [];
        if (own && !/^[^<]*::<[^>]*$/.test(apart ?? '')) // in another module than its type
            return { name: method, f: this.method(`${typeName(own)}::${method}`, apart ?? '', typeName(own)) };
        const path = withoutGenerics(callee);
        const parts = path.split('::');
        const name = parts.at(-1);
        const [type, module] = [parts.at(-2), parts.slice(0, -2).join('::')];
        return { name, f: this.byTitle.get(path) ?? this.method(`${type}::${name}`, module, type) };
    }
}

const CALL = /^\s+(?:_\d+|\(.*?\)) = (.*) -> (?:\[return|unwind|bb\d)/;

// The callee's text: up to the parenthesis that opens the arguments, which is the last one closed.
function calleeText(call) {
    let depth = 0;
    for (let i = call.length - 1; i >= 0; i--) {
        if (call[i] === ')') depth++;
        else if (call[i] === '(' && --depth === 0) return call.slice(0, i);
    }
    return call;
}

function addCall(crate, truth, caller, row) {
    const call = CALL.exec(row.replace(/ \/\/ (?:in )?scope.*$/, ''));
    const span = call && spanOf(row);
    if (!span || span.path.startsWith('/')) return;
    const text = crate.sources.text(span);
    const callee = calleeText(call[1]);
    if (/^(move|copy) /.test(callee) || / as std::ops::Fn(Once|Mut)?<|::call(_once|_mut)?$/.test(callee)) {
        truth.addOpen(caller, '*', span.line);
        return;
    }
    const { name, f } = crate.resolve(callee);
    if (!f && crate.isSeveral(name)) truth.addOpen(caller, name, span.line + text.split('\n').length - 1);
    const written = new RegExp(`\\b${name}\\s*(::\\s*<[^;]*>)?\\s*\\(`).exec(text);
    if (!f || !written) return; // outside, or an operator that runs code
    truth.addEdge(caller, f, span.line + text.slice(0, written.index).split('\n').length - 1);
}

export function buildRust({ root, out, project }) {
    const truth = new Truth();
    const sources = new Sources(root);
    const crate = new Crate(sources, truth);
    const bodies = readBodies(compile(root, out, project));
    crate.addDeclarations(new Set(bodies.flatMap((b) => b.lines.map((l) => spanOf(l)?.path))
        .filter((path) => path && !path.startsWith('/')).map((path) => relative('.', path))));
    for (const body of bodies) crate.addTop(body);
    for (const body of bodies) body.f = crate.define(body);
    for (const body of bodies.filter((b) => b.f)) for (const row of body.lines) addCall(crate, truth, body.f, row);
    return { truth, notes: { bodies: bodies.length, derived: bodies.filter((b) => !b.f).length } };
}
