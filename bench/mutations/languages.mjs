// What a mutation must know of a language to write it: a row each.
// comment(text): one on a line of its own. call(name): a statement. make(name, lines, tab): a function with a body.
// parameter(name): another parameter; retype(part): the parameter with another type, or nothing; given(part): with
// a default value, or nothing.
const braces = head => (name, lines, tab) => [`${tab}${head.replace('NAME', name)} {`, ...lines, `${tab}}`]
const typeFirst = part => /^(\w+) (\w+)$/.test(part) ? part.replace(/^\w+/, 'Retyped') : undefined
const typeBehind = part => /^(\w+): ?(\w+)$/.test(part) ? part.replace(/\w+$/, 'Retyped') : undefined
const plain = mark => part => new RegExp(`^${mark}\\w+$`).test(part) ? `${part} = 1` : undefined
const typed = part => /^\w+: ?\w+$/.test(part) ? `${part} = made()` : undefined
const slashes = text => `// ${text}`, hash = text => `# ${text}`

export const languages = {
    c: { endings: ['.c'], comment: text => `/* ${text} */`, call: name => `${name}();`, parameter: name => `int ${name}`,
        retype: typeFirst, make: braces('static void NAME(void)') },
    cpp: { endings: ['.cc', '.cpp', '.h', '.hpp'], comment: slashes, call: name => `${name}();`,
        parameter: name => `int ${name}`, retype: typeFirst, make: braces('void NAME()'), one: 'int NAME(TYPE a) { return VALUE; }',
        given: part => /^\w+ \w+$/.test(part) ? `${part} = 1` : undefined, types: ['int', 'Text'], classes: true },
    java: { endings: ['.java'], comment: slashes, call: name => `${name}();`, parameter: name => `int ${name}`,
        retype: typeFirst, make: braces('private void NAME()'), one: 'int NAME(TYPE a) { return VALUE; }',
        types: ['int', 'Text'], classes: true },
    c_sharp: { endings: ['.cs'], comment: slashes, call: name => `${name}();`, parameter: name => `int ${name}`,
        given: part => /^\w+ \w+$/.test(part) ? `${part} = 1` : undefined,
        retype: typeFirst, make: braces('private void NAME()'), one: 'int NAME(TYPE a) { return VALUE; }',
        types: ['int', 'Text'], classes: true },
    python: { endings: ['.py'], comment: hash, call: name => `${name}()`, parameter: name => name, given: plain(''),
        retype: typeBehind, make: (name, lines, tab) => [`${tab}def ${name}():`, ...lines], offside: true, classes: true },
    javascript: { endings: ['.js', '.mjs'], comment: slashes, call: name => `${name}();`, parameter: name => name,
        given: plain(''), make: (name, lines, tab) => braces(tab ? 'NAME()' : 'function NAME()')(name, lines, tab), classes: true },
    typescript: { endings: ['.ts'], comment: slashes, call: name => `${name}();`, parameter: name => `${name}: number`,
        given: typed, retype: typeBehind, classes: true, one: 'NAME(a: TYPE): number { return VALUE; }', types: ['number', 'Text'],
        make: (name, lines, tab) => braces(tab ? 'NAME(): void' : 'function NAME(): void')(name, lines, tab) },
    go: { endings: ['.go'], comment: slashes, call: name => `${name}()`, parameter: name => `${name} int`,
        retype: part => /^\w+ \w+$/.test(part) ? part.replace(/\w+$/, 'Retyped') : undefined, make: braces('func NAME()') },
    rust: { endings: ['.rs'], comment: slashes, call: name => `${name}();`, parameter: name => `${name}: i32`,
        retype: typeBehind, make: braces('fn NAME()') },
    ruby: { endings: ['.rb'], comment: hash, call: name => `${name}()`, parameter: name => name, given: plain(''),
        make: (name, lines, tab) => [`${tab}def ${name}()`, ...lines, `${tab}end`], classes: true },
    php: { endings: ['.php'], comment: slashes, call: name => `${name}();`, parameter: name => `$${name}`,
        given: plain('\\$'), retype: part => /^\w+ \$\w+$/.test(part) ? part.replace(/^\w+/, 'Retyped') : undefined,
        make: braces('function NAME()'), classes: true },
    kotlin: { endings: ['.kt'], comment: slashes, call: name => `${name}()`, parameter: name => `${name}: Int`,
        given: typed, retype: typeBehind, make: braces('fun NAME()'), one: 'fun NAME(a: TYPE): Int { return VALUE }',
        types: ['Int', 'Text'], classes: true },
    swift: { endings: ['.swift'], comment: slashes, call: name => `${name}()`, parameter: name => `${name}: Int`,
        given: typed, retype: typeBehind, make: braces('func NAME()'), one: 'func NAME(a: TYPE) -> Int { return VALUE }',
        types: ['Int', 'Text'], classes: true },
    lua: { endings: ['.lua'], comment: text => `-- ${text}`, call: name => `${name}()`, parameter: name => name,
        make: (name, lines, tab) => [`${tab}local function ${name}()`, ...lines, `${tab}end`] },
    scala: { endings: ['.scala'], comment: slashes, call: name => `${name}()`, parameter: name => `${name}: Int`,
        given: typed, retype: typeBehind, make: braces('def NAME(): Unit ='), one: 'def NAME(a: TYPE): Int = { VALUE }',
        types: ['Int', 'Text'], classes: true },
}
