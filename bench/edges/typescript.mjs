// True edges of TypeScript and JavaScript: the target of each call according to the compiler's
// checker. The project's dependencies are installed in a copy, so that calls into them are known to
// leave the project.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fetchCorpora } from '../quality/corpus.mjs';
import { Truth, fileNode } from './truth.mjs';

const load = createRequire(import.meta.url);
let ts;

const isFunction = (node) => ts.isArrowFunction(node) || ts.isFunctionExpression(node);

// Without the parentheses and type assertions around it, inwards and outwards.
const isWrapper = (node) => ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) || ts.isTypeAssertionExpression(node);

function unwrapped(node) {
    while (node && isWrapper(node)) node = node.expression;
    return node;
}

function wrapped(node) {
    while (isWrapper(node.parent)) node = node.parent;
    return node;
}

const isAssigned = (node) => ts.isBinaryExpression(node.parent) && node.parent.right === node &&
    node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

// The name by which a function or class expression is bound; nothing when it is anonymous.
function boundName(expression) {
    const node = wrapped(expression);
    const parent = node.parent;
    const isBound = (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ||
        ts.isPropertyDeclaration(parent)) && parent.initializer === node;
    if (isBound) return parent.name;
    if (!isAssigned(node)) return null;
    const target = parent.left;
    if (target.getText() === 'module.exports') return expression.name ?? target;
    return ts.isPropertyAccessExpression(target) ? target.name : ts.isIdentifier(target) ? target : null;
}

// The identifier that names a function or class; a constructor stands for itself; nothing when it has no name.
function nameOf(node) {
    if (ts.isConstructorDeclaration(node)) return node;
    return isFunction(node) || ts.isClassExpression(node) ? boundName(node) ?? node.name ?? null : node.name ?? null;
}

const isCallable = (node) => ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || isFunction(node) ||
    ts.isConstructorDeclaration(node) || ts.isGetAccessor(node) || ts.isSetAccessor(node);
const isClass = (node) => ts.isClassDeclaration(node) || ts.isClassExpression(node);

class Project {
    constructor(root, files, options) {
        this.root = root;
        this.program = ts.createProgram(files, options);
        this.checker = this.program.getTypeChecker();
        this.truth = new Truth();
        this.rows = new Map();
    }

    isOwn(source) {
        const path = relative(this.root, source.fileName);
        return !path.startsWith('..') && !path.includes('node_modules') && !source.isDeclarationFile;
    }

    place(node) {
        const name = nameOf(node);
        const source = node.getSourceFile();
        if (!name || !this.isOwn(source)) return null;
        const line = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
        const text = ts.isConstructorDeclaration(node) ? 'constructor' : name.text ?? name.getText();
        return { path: relative(this.root, source.fileName), name: text.replace(/\s+/g, ' '),
            line: line(name.getStart()), end: line(node.end) };
    }

    // The function row of a declaration, made when first met; nothing for what has no name or is not ours.
    row(node) {
        if (this.rows.has(node)) return this.rows.get(node);
        const at = this.place(node);
        let made = null;
        if (at && isClass(node)) made = this.truth.addFunction(at.path, at.name, at.line, at.end, 'class');
        else if (at && ts.isConstructorDeclaration(node)) {
            const owner = this.row(node.parent);
            made = this.truth.addFunction(at.path, at.name, at.line, at.end, 'constructor', owner?.line ?? 0);
        } else if (at) {
            const kind = node.body ? 'function' : 'abstract';
            made = this.truth.addFunction(at.path, at.name, at.line, at.end, kind);
        }
        this.rows.set(node, made);
        return made;
    }

    caller(node) {
        for (let at = node.parent; at; at = at.parent) {
            const isDecorated = ts.isDecorator(at);
            if (isDecorated) at = at.parent;
            else if (isCallable(at) && (at.body ?? null) && this.row(at)) return this.row(at);
        }
        return fileNode(relative(this.root, node.getSourceFile().fileName));
    }

    // The function that a symbol stands for: a declaration with a body, or what its variable is bound to.
    ofSymbol(symbol) {
        if (!symbol) return null;
        const real = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
        const all = real.declarations ?? [];
        const withBody = all.find((d) => isCallable(d) && d.body) ?? all.find(isClass);
        if (withBody) return withBody;
        for (const d of all) {
            const value = unwrapped(d.initializer ?? (ts.isBinaryExpression(d.parent ?? d) ? d.parent.right : null));
            if (value && (isFunction(value) || ts.isClassExpression(value))) return value;
        }
        return all.find((d) => ts.isMethodSignature(d) || ts.isMethodDeclaration(d)) ?? null;
    }

    // What a call names: {node} that is called, {outside} the project, or nothing known.
    resolve(call) {
        const name = called(call);
        const symbol = name && this.checker.getSymbolAtLocation(name);
        const direct = this.ofSymbol(symbol);
        if (direct) return { node: direct };
        const declaration = this.checker.getResolvedSignature(call)?.declaration;
        const isOwn = (d) => this.isOwn(d.getSourceFile());
        if (!declaration || !isOwn(declaration)) {
            const isValue = symbol?.declarations?.some((d) => isOwn(d) && !ts.isImportSpecifier(d) && !ts.isImportClause(d));
            return !symbol || isValue && !isRequired(symbol) ? {} : { outside: true };
        }
        if (isCallable(declaration)) return { node: this.ofSymbol(declaration.symbol) ?? declaration };
        return ts.isMethodSignature(declaration) ? { node: declaration } : {};
    }

    addCall(call) {
        const caller = this.caller(call);
        const name = called(call);
        const source = call.getSourceFile();
        const line = source.getLineAndCharacterOfPosition((name ?? call).getStart()).line + 1;
        const { node, outside } = this.resolve(call);
        if (outside) return void this.truth.addExternal(caller, name?.text ?? '*', line);
        const callee = node && (ts.isConstructorDeclaration(node) ? this.row(node.parent) : this.row(node));
        if (callee) this.truth.addEdge(caller, callee, line);
        else if (!node) this.truth.addOpen(caller, name?.text ?? '*', line);
    }

    read(source) {
        this.truth.files.add(relative(this.root, source.fileName));
        const stack = [source];
        while (stack.length) {
            const node = stack.pop();
            if (isCallable(node) && node.body || isClass(node) || ts.isMethodSignature(node)) this.row(node);
            const isCall = ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node);
            if ((isCall || isComponent(node)) && node.expression?.kind !== ts.SyntaxKind.ImportKeyword) this.addCall(node);
            ts.forEachChild(node, (child) => { stack.push(child); });
        }
    }
}

// `<User />` calls User, as the compiler has it too (isCallLikeExpression); `<div>` is no function.
const isComponent = (node) => ts.isJsxOpeningLikeElement(node) && !/^[a-z][^.]*$/.test(node.tagName.getText());

// Whether a variable is what a package gives: `var path = require('path')`, or a part of it.
const isRequired = (symbol) => symbol.declarations.some((d) =>
    ts.isVariableDeclaration(d) && /^require\(['"][^.'"]/.test(d.initializer?.getText() ?? ''));

// The identifier that names what is called; `super` has the class it extends.
function called(call) {
    const at = unwrapped(call.expression ?? call.tag ?? call.tagName);
    if (ts.isPropertyAccessExpression(at)) return at.name;
    return ts.isIdentifier(at) || at.kind === ts.SyntaxKind.SuperKeyword ? at : null;
}

function sourcesUnder(folder, ending) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesUnder(path, ending);
        return ending.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
    }).sort();
}

// Not what only its own development needs, which may be on no registry.
function install(copy, project) {
    const manifest = join(copy, 'package.json');
    if (existsSync(manifest)) {
        const { devDependencies, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
        writeFileSync(manifest, JSON.stringify(rest));
    }
    const packages = ['@types/node@20', ...(project.install ?? [])];
    const options = ['--silent', '--ignore-scripts', '--omit=dev', '--no-audit', '--legacy-peer-deps', '--no-save'];
    execFileSync('npm', ['install', ...options, ...packages], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
}

export function buildTypeScript({ root, out, project }) {
    ts = load(`${fetchCorpora(['compiler'])[0]}/package/lib/typescript.js`);
    const copy = join(resolve(out), 'copy');
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy, { recursive: true });
    cpSync(root, copy, { recursive: true });
    const base = join(copy, project.base ?? '.');
    install(base, project);
    const files = project.folders.map((f) => join(copy, f)).filter(existsSync)
        .flatMap((folder) => sourcesUnder(folder, project.ending ?? /\.tsx?$/));
    const options = { allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true, noImplicitAny: false, strict: true,
        target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10,
        maxNodeModuleJsDepth: 1, typeRoots: [join(base, 'node_modules/@types')], types: ['node'],
        ...project.paths && { baseUrl: base, paths: project.paths }, ...project.options };
    const made = new Project(copy, files, options);
    const own = made.program.getSourceFiles().filter((source) => made.isOwn(source));
    for (const source of own) made.read(source);
    const open = [...made.truth.edges.keys()].filter((edge) => edge.includes(' -> ?:')).length;
    return { truth: made.truth, notes: { files: own.length, open } };
}
