// Known errors and omissions of universal-ctags: (item) => reason or nothing. An item has kind, name,
// text (its source line), lines (its file) and known (names that ctags found there); ours also inside
// and path (kinds and names around it).
const CALLABLE = /^(function|method|constructor)$/;

// Reasons of rules that hold: [[test, reason], …] -> excuse
const because = (...rules) => (item) => rules.find(([test]) => test(item))?.[1];
const text = (pattern) => (item) => pattern.test(item.text);
const name = (pattern) => (item) => pattern.test(item.name);

const inBody = [(item) => item.inside?.some((kind) => CALLABLE.test(kind)),
    'inside a body, where ctags does not look'];
const closure = (pattern) => [(item) => CALLABLE.test(item.kind) && pattern.test(item.text),
    'a closure bound to a name; ctags lists none'];

// Whether the lines above say `#ifndef NAME` and nothing is defined: an include guard.
function isGuard(item) {
    const above = item.lines.slice(Math.max(0, item.line - 4), item.line - 1).join('\n');
    return item.kind === 'macro' && new RegExp(`#\\s*ifndef\\s+${item.name}\\b`).test(above) &&
        /^\s*#\s*define\s+\w+\s*(\/\*.*)?$/.test(item.text);
}

// NAME(…) at the start of a line where no type stands before: a macro's call.
function isMacroCall(item) {
    const start = new RegExp(`^\\s*(static\\s+|extern\\s+|inline\\s+)*${item.name}\\s*\\(`);
    const before = item.lines.slice(Math.max(0, item.line - 3), item.line - 1)
        .map((line) => line.trim()).filter(Boolean).at(-1) ?? '';
    return start.test(item.text) && (/^[A-Z0-9_]+$/.test(item.name) || /[;})\/]$|^#/.test(before));
}

// Whether a here-document that began above goes on at the item's line.
function isInHeredoc(item) {
    let end = null;
    for (const line of item.lines.slice(0, item.line - 1)) {
        if (end !== null) {
            if (line.trim().replace(/[;,).]+$/, '') === end) end = null;
            continue;
        }
        end = /<<[~-]?\s*(["'`]?)([A-Za-z_.]\w*|\.)\1/.exec(line)?.[2] ?? null;
    }
    return end !== null;
}
const heredoc = [isInHeredoc, 'text in a here-document'];

const unknownClass = [(item) => item.path?.some((name, i) =>
    /^(class|struct)$/.test(item.inside[i]) && !item.known.has(name.replace(/<.*/, ''))),
'in a class that ctags did not understand'];

const cMacros = [
    [(item) => /^__anon/.test(item.name), 'has no name: shown by the name of what it is the type of'],
    [(item) => /^(enum|struct|union)$/.test(item.kind) && /=\s*[{&\w]/.test(item.text),
        'takes a variable for its type'],
    [(item) => item.kind === 'prototype' &&
        /static_assert|=[^(]*\w\s*\(|__aligned|\breturn\b/.test(item.text),
    'takes an expression for a prototype'],
    [text(/\w\s*\(\*?\w+\)\s*\(/), 'takes the type for the name'],
    [isGuard, 'an include guard is no constant'],
    [isMacroCall, "a macro's call, not a declaration"],
];

const fromMacro = [text(/^\s*(static\s+)?[A-Z][A-Z0-9_]+\s*\(/),
    'declared by a macro; ctags gives it the name of the macro'];

const inParentheses = [text(/\(\*?\w+\)\s*\(/), 'a name in parentheses, which ctags does not read'];

export const c = {
    referenceWrong: because(...cMacros),
    oursRight: because(fromMacro, inParentheses),
};

export const cpp = {
    referenceWrong: because(...cMacros,
        [text(/^\s*(extern\s+)?template\s+[^<]/), 'an instantiation declares nothing'],
        [name(/^(GUARDED_BY|ALIGN_AS)$/), 'takes the macro beside a name for a function']),
    oursRight: because(fromMacro, closure(/=\s*$|=\s*\[/), unknownClass, inParentheses,
        [text(/^\s*(class|struct)\s+[A-Z_]+\s*\(/), 'a class after a macro, which ctags does not read'],
        [text(/~\w+\s*\(\)\s*override/), 'ctags does not read it']),
};

export const go = {
    referenceWrong: because([text(/^\s*\w+\.\w+\s*(\||$)/), 'takes an operand for a constant'],
        [(item) => item.kind === 'var' && /=\s*func\b/.test(item.text), 'we say function']),
    oursRight: because(closure(/=\s*func\b|:=|^\s*\w+\s+=/), inBody,
        [(item) => item.inside.at(-1) === 'field', 'a field of a field; ctags lists none'],
        [(item) => item.kind === 'field' && item.inside.at(-1) === 'interface', 'an embedded interface; ctags lists none'],
        [name(/^_$/), 'ctags lists no blank names']),
};

const unnamed = [(item) => /^impl/.test(item.kind) &&
    /\bfor\s+(&\s*('\w+\s+)?(mut\s+)?)?[[(!]|\b(fn|dyn)\b|^[^{]*$/.test(item.text),
'an implementation for a type without a name'];

// Whether `name! {` opens at or above the item's line and the brace in its column closes behind it.
function isInMacro(item) {
    for (let at = item.line; at > 0; at--) {
        const [, indent] = /^(\s*)(?!macro_rules)(?:\w+::)*\w+!\s*\{/.exec(item.lines[at - 1]) ?? [];
        if (indent === undefined) continue;
        const end = item.lines.findIndex((line, i) => i >= at && line.startsWith(`${indent}}`));
        if (at === item.line || end < 0 || end + 1 >= item.line) return true;
    }
    return false;
}

export const rust = {
    referenceWrong: because(unnamed),
    oursRight: because(closure(/\blet\b/), unnamed, [isInMacro, "among a macro's tokens, where ctags does not look"],
        [(item) => item.kind === 'field' && /enum_member|union/.test(item.inside.at(-1)),
            'a field of a variant or union; ctags lists none']),
};

export const java = {
    referenceWrong: because([name(/\./), "reads the constant's argument"],
        [text(/^\s*[A-Z][A-Z0-9_]*\s*\(.*\{\s*$/), 'takes a constant with a body for a method'],
        [name(/^(true|false|Deprecated)$/), 'reads a default or an annotation as a name']),
    oursRight: because(inBody, [(item) => item.inside?.some((kind) =>
        /^(field|constant|variable|enum_member)$/.test(kind)), 'in an anonymous class']),
};

export const ruby = {
    referenceWrong: because([text(/#\{|%[sd]/), 'code in a string'], heredoc,
        [text(/^\s*def\s+[@$\w]+\./), "takes the object for the method's name"]),
    oursRight: because(
        [text(/^\s*def\s+[@$\w]+\.|^\s*\w+\s+def\s|class\s*<</), 'ctags does not read it'],
        [text(/^\s*class\s*<</), 'a singleton class; ctags lists none'],
        [text(/^\s*(alias|alias_method|define_method|scope|has_many|has_one|belongs_to)\b/),
            'declared by a call, where ctags does not look'],
        closure(/=\s*(lambda|->|proc|(::)?Proc\.new)/)),
};

export const php = {
    referenceWrong: because([name(/^AnonymousClass/), 'has no name']),
    oursRight: because(closure(/\$[\w>-]+\s*=/)),
};

export const perl = {
    referenceWrong: because([text(/^\s*sub\s+\w+(::|')/), 'cuts the name at ::'], heredoc,
        [text(/^[^;]*'\s*\.|<<'/), 'code in a string']),
    oursRight: because(
        [text(/^\s*sub\s+\w*(::|')/), 'ctags cuts the name at ::'],
        [name(/^(BEGIN|END|INIT|CHECK|UNITCHECK)$/), 'a phase block; ctags lists none'],
        [text(/\{\s*package\s/), 'ctags looks at line starts'],
        closure(/=\s*sub\b/)),
};

// `name = function` and `function name` only; ctags takes any `name = …function(` for one.
const declaresLua = (item) => {
    const last = item.name.replace(/^.*[.:{]/, '').replace(/\W/g, '\\$&');
    return new RegExp(`\\bfunction\\s+[\\w.:]*${last}\\b|${last}\\s*=\\s*function\\b`).test(item.text);
};

export const lua = {
    referenceWrong: because([(item) => !declaresLua(item), 'takes a call for a function'],
        [name(/[\]{]/), 'reads an odd name'], [text(/^\s*\w+ = function/), 'a field']),
    oursRight: because([text(/=\s*function\b/), 'a function bound to a name']),
};

export const kotlin = {
    referenceWrong: because([(item) => item.kind === 'method' && !/\bfun\b/.test(item.text),
        'takes a lambda or its parameter for a method'], [name(/^<|^\W/), 'has no name']),
    oursRight: because([text(/\bconstructor\b/), 'ctags lists no secondary constructors'],
        [text(/\b(val|var)\b.*=/), 'a closure bound to a name; ctags lists none'], inBody),
};

export const bash = {
    referenceWrong: because([text(/\w+=\(/), 'takes an array for a function'],
        [name(/^[^\w]|^--$/), 'takes words of a command for a function'],
        [(item) => !new RegExp(`\\b${item.name}\\s*\\(|function\\s+${item.name}\\b`).test(item.text),
            'takes words of a command for a function']),
};

export const csharp = {
    referenceWrong: because([text(/\bevent\b/), 'takes an event for a property'],
        [text(/\bdelegate\b/), 'takes a delegate for a method']),
    oursRight: because([name(/^this$/), 'an indexer; ctags lists none'], inBody),
};

export const haskell = {
    referenceWrong: because([text(/^\s*[{,(]|^\s+\w+\s*::|::.*--/), 'takes a type for a function'],
        [name(/^([A-Z].*|where|class|instance|infix[lr]?|deriveJSON)$/), 'takes other words for functions']),
};

const isInDocstring = [(item) => item.lines.slice(0, item.line - 1)
    .filter((line) => (line.match(/"""/g) ?? []).length % 2).length % 2, 'an example in a docstring'];

export const elixir = {
    referenceWrong: because(isInDocstring, [name(/^unquote$/), 'has a computed name'],
        [text(/#\{|^\s+(iex|\.\.\.)>/), 'code in a string']),
    oursRight: because([name(/unquote|^:?"/), 'a computed name; ctags lists none']),
};

export const elisp = {
    oursRight: because([text(/^\s+\(/), 'ctags looks at line starts'],
        [text(/^\((cl-|ert-|def(alias|group|ine-|type|face|theme|struct|class|method|generic))/),
            'a form that ctags does not know']),
};

export const r = {
    referenceWrong: because([name(/^anonFunc/), 'has no name'],
        [text(/^\s*function/), 'the name stands in the line before']),
    oursRight: because([text(/\bset(Generic|Method|RefClass|Class)\(/),
        'declared by a call, where ctags does not look'],
    [text(/<-\s*$|=\s*$/), 'ctags puts it in the next line']),
};

export const protobuf = {
    referenceWrong: because([text(/\bgroup\b/), 'a group is a message'],
        [text(/^\s*optional\s+\w+\s+\w+\s*=/), 'takes the type for the name']),
    oursRight: because([text(/\bgroup\b/), 'a group is a message'],
        [text(/^\s*optional\s+\w+\s+\w+\s*=/), 'ctags takes the type for the name']),
};

export const sql = {
    referenceWrong: because([text(/^\s*SECURITY LABEL/), 'no declaration']),
};
