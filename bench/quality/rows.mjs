// One row a language. To add one: which corpora (bench/corpora.list), which files, and which kinds
// of the reference correspond to which of ours. The reference is universal-ctags unless `reference`
// names another of references.mjs. Optional: skip (paths), limit (files, 500), ranges (lines must
// agree too), name (normalises names), referenceWrong(item, ours) and oursRight(item, theirs).
// These return a reason when the reference is known to be wrong there; such items are listed as
// excused and not counted.
import * as excuses from './excuses.mjs';

const CALLABLE = 'function method constructor';

const C_KINDS = {
    'function prototype': CALLABLE,
    struct: 'struct',
    union: 'union',
    enum: 'enum',
    enumerator: 'enum_member',
    typedef: 'type',
    macro: 'macro constant',
};

const TYPESCRIPT_KINDS = {
    function: CALLABLE,
    class: 'class',
    interface: 'interface',
    type: 'type',
    enum: 'enum',
    enum_member: 'enum_member',
    module: 'namespace module',
    property: 'property field',
    variable: 'variable constant',
};

const STYLES = {
    reference: 'postcss',
    ranges: true,
    kinds: { rule: 'rule', mixin: 'macro', function: 'function', variable: 'variable' },
    name: (name) => name.replace(/\/\*.*?\*\/|\s+/gs, '').slice(0, 100),
};

// Without template arguments and scope; what has no name is told by its place.
const plainName = (name) => name.replace(/\s+/g, '').replace(/^__anon\w+/, '(anonymous)')
    .replace(/^(?!.*operator)([^<]*)<.*/, '$1').replace(/^.*::(?=~?\w+$|operator)/, '');

const implName = (name) => name.replace(/<.*/s, '').replace(/^[&*]('\w+ )?(mut |const )?/, '')
    .replace(/^.*::/, '');

export const rows = [
    {
        language: 'Python',
        corpora: ['python'],
        files: /\.py$/,
        skip: /\/(lib2to3|test)\/(tests\/)?data\//,
        limit: 1000,
        reference: 'ast',
        ranges: true,
        kinds: { class: 'class', function: CALLABLE },
    },
    {
        language: 'TypeScript',
        corpora: ['typescript'],
        files: /\.[cm]?ts$/,
        limit: 700,
        reference: 'typescript',
        ranges: true,
        kinds: TYPESCRIPT_KINDS,
    },
    {
        language: 'TSX',
        corpora: ['native-paper'],
        files: /\.tsx$/,
        reference: 'typescript',
        ranges: true,
        kinds: TYPESCRIPT_KINDS,
    },
    {
        language: 'JavaScript',
        corpora: ['node', 'express', 'eslint', 'lodash', 'react-dom', 'three', 'vue'],
        files: /\.[cm]?jsx?$/,
        skip: /\.min\.|\.production\./,
        limit: 2000,
        reference: 'typescript',
        ranges: true,
        kinds: TYPESCRIPT_KINDS,
    },
    {
        language: 'CSS',
        corpora: ['bootstrap', 'foundation', 'ant'],
        files: /(?<!\.min)\.css$/,
        ...STYLES,
    },
    {
        language: 'SCSS',
        corpora: ['bootstrap', 'foundation'],
        files: /\.scss$/,
        ...STYLES,
    },
    {
        language: 'Less',
        corpora: ['ant'],
        files: /\.less$/,
        ...STYLES,
        ranges: 'start', // postcss-less loses count of lines after `//` comments
    },
    {
        language: 'C',
        corpora: ['redis', 'curl', 'linux'],
        files: /\.[ch]$/,
        ctags: { language: 'C', options: ['--kinds-C=+p'] },
        kinds: C_KINDS,
        name: plainName,
        ...excuses.c,
    },
    {
        language: 'C++',
        corpora: ['rocksdb', 'fmt', 'leveldb'],
        files: /\.(cc|h|cpp|hpp)$/,
        skip: /\/third-party\//,
        ctags: { language: 'C++', options: ['--kinds-C++=+p'] },
        kinds: { ...C_KINDS, 'class struct': 'class struct', namespace: 'namespace' },
        name: plainName,
        ...excuses.cpp,
    },
    {
        language: 'Go',
        corpora: ['go'],
        files: /\.go$/,
        skip: /\/testdata\/|\/test\//,
        ctags: { language: 'Go' },
        ...excuses.go,
        kinds: { 'func methodSpec': CALLABLE, struct: 'struct', interface: 'interface',
            'type talias': 'type', 'member anonMember': 'field', const: 'constant', var: 'variable' },
    },
    {
        language: 'Rust',
        corpora: ['cargo', 'ripgrep'],
        files: /\.rs$/,
        ctags: { language: 'Rust' },
        kinds: { 'function method': CALLABLE, struct: 'struct', enum: 'enum', interface: 'trait',
            typedef: 'type', module: 'module', macro: 'macro', enumerator: 'enum_member',
            field: 'field', implementation: 'impl' },
        name: (name, item) => (/^impl/.test(item.kind) ? implName(name) : name),
        ...excuses.rust,
    },
    {
        language: 'Java',
        corpora: ['guava', 'commons', 'spring'],
        files: /\.java$/,
        ctags: { language: 'Java' },
        kinds: { method: CALLABLE, class: 'class', 'interface annotation': 'interface', enum: 'enum',
            enumConstant: 'enum_member', field: 'field constant' },
        ...excuses.java,
    },
    {
        language: 'Ruby',
        corpora: ['rails', 'ruby'],
        files: /\.rb$/,
        ctags: { language: 'Ruby' },
        kinds: { 'method singletonMethod': CALLABLE, class: 'class', module: 'module' },
        ...excuses.ruby,
    },
    {
        language: 'PHP',
        corpora: ['symfony', 'wordpress'],
        files: /\.php$/,
        ctags: { language: 'PHP' },
        kinds: { function: CALLABLE, class: 'class', interface: 'interface', trait: 'trait' },
        ...excuses.php,
    },
    {
        language: 'Perl',
        corpora: ['perl'],
        files: /\.p[lm]$/,
        ctags: { language: 'Perl', options: ['--kinds-Perl=+d'] },
        ...excuses.perl,
        kinds: { 'subroutine subroutineDeclaration': CALLABLE, package: 'package module class namespace' },
    },
    {
        language: 'Lua',
        corpora: ['lua'],
        files: /\.lua$/,
        ctags: { language: 'Lua' },
        name: (name) => name.replace(/^.*[.:]/, ''),
        ...excuses.lua,
        kinds: { function: CALLABLE },
    },
    {
        language: 'Kotlin',
        corpora: ['expo'],
        files: /\.kt$/,
        ctags: { language: 'Kotlin' },
        kinds: { method: CALLABLE, 'class interface': 'class enum interface', object: 'object' },
        ...excuses.kotlin,
    },
    {
        language: 'Bash',
        corpora: ['bash'],
        files: /completions\/[^/]+$|\.(ba)?sh$/,
        ctags: { language: 'Sh' },
        ...excuses.bash,
        kinds: { function: CALLABLE },
    },
    {
        language: 'C#',
        corpora: ['mono'],
        files: /\.cs$/,
        ctags: { language: 'C#' },
        kinds: { method: CALLABLE, class: 'class', interface: 'interface', struct: 'struct',
            enum: 'enum', enumerator: 'enum_member', property: 'property' },
        name: (name) => name.replace(/^operator\s*|^~/, '').replace(/^.*\.(?=\w+$)/, ''),
        ...excuses.csharp,
    },
    {
        language: 'Haskell',
        corpora: ['pandoc'],
        files: /\.hs$/,
        ctags: { language: 'Haskell' },
        kinds: { function: `${CALLABLE} field`, type: 'type class interface struct enum trait' },
        clauses: true,
        incomplete: 'ctags lists neither instances nor local functions',
        ...excuses.haskell,
    },
    {
        language: 'Elixir',
        corpora: ['elixir'],
        files: /\.exs?$/,
        skip: /\/fixtures\/|_test\.exs$/,
        ctags: { language: 'Elixir' },
        kinds: { 'function macro guard delegate operator': `${CALLABLE} macro`, module: 'module' },
        clauses: true,
        ...excuses.elixir,
    },
    {
        language: 'Emacs Lisp',
        corpora: ['org'],
        files: /\.el$/,
        ctags: { language: 'EmacsLisp' },
        kinds: { 'function inline subst macro': `${CALLABLE} macro`,
            'variable const custom group face': 'variable constant' },
        ...excuses.elisp,
    },
    {
        language: 'CMake',
        corpora: ['cmake'],
        files: /\.cmake$/,
        ctags: { language: 'CMake' },
        kinds: { 'function macro': `${CALLABLE} macro` },
    },
    {
        language: 'R',
        corpora: ['rbase'],
        files: /\.R$/,
        ctags: { language: 'R' },
        kinds: { function: CALLABLE },
        name: (name) => name.replace(/^[`"']|[`"']$/g, ''),
        ...excuses.r,
    },
    {
        language: 'Protobuf',
        corpora: ['protobuf'],
        files: /\.proto$/,
        ctags: { language: 'Protobuf' },
        kinds: { message: 'struct class', enum: 'enum', enumerator: 'enum_member', field: 'field',
            service: 'interface', rpc: 'method' },
        ...excuses.protobuf,
    },
    {
        language: 'SQL',
        corpora: ['postgresql'],
        files: /\.sql$/,
        ctags: { language: 'SQL' },
        kinds: { table: 'table', view: 'view', 'function procedure': CALLABLE, trigger: 'trigger' },
        incomplete: 'ctags reads few forms of CREATE',
        ...excuses.sql,
    },
];
