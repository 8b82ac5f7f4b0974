// The projects with known edges, one row each: language of `make quality-edges L=`, name, tree of
// corpora.list, how its truth is made.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildC } from './c.mjs';
import { buildGo, buildJava } from './compilers.mjs';
import { buildCpp } from './cpp.mjs';
import { buildPython } from './python.mjs';
import { buildRust } from './rust.mjs';
import { buildTypeScript } from './typescript.mjs';

const sourcesIn = (root, folder, ending) => readdirSync(`${root}/${folder}`)
    .filter((name) => name.endsWith(ending)).sort().map((name) => `${folder}/${name}`);

const LIBUV_OTHERS = new RegExp('/(aix|aix-common|bsd-ifaddrs|bsd-proctitle|cygwin|darwin|darwin-proctitle|' +
    'freebsd|fsevents|haiku|hurd|ibmi|kqueue|netbsd|no-fsevents|no-proctitle|openbsd|os390|' +
    'os390-proctitle|os390-syscalls|posix-hrtime|posix-poll|pthread-fixes|qnx|random-getentropy|sunos|' +
    'sysinfo-loadavg|sysinfo-memory|runner-win)\\.c$');

function libuvSources(root) {
    const flags = ['-D_GNU_SOURCE', '-Iinclude', '-Isrc'];
    return ['src', 'src/unix', 'test'].flatMap((folder) => sourcesIn(root, folder, '.c'))
        .filter((source) => !LIBUV_OTHERS.test(source)).map((source) => ({ source, flags }));
}

function jqSources(root, out) {
    const have = ['MEMMEM', 'ISATTY', 'TIMEGM', 'STRPTIME', 'GMTIME_R', 'LOCALTIME_R', 'TM_TM_GMT_OFF',
        'SETLOCALE', 'GETTIMEOFDAY', 'SNPRINTF', 'PTHREAD_KEY_CREATE', 'PTHREAD_ONCE', 'SIN', 'COS',
        'POW', 'FLOOR', 'SQRT', 'LOG', 'EXP'].map((name) => `-DHAVE_${name}`);
    const flags = ['-D_GNU_SOURCE', '-DIEEE_8087', `-I${out}`, '-Isrc', ...have];
    return sourcesIn(root, 'src', '.c').filter((source) => !source.endsWith('inject_errors.c'))
        .map((source) => ({ source, flags }));
}

const JQ_PREPARE = [
    `sed -e 's/\\\\/\\\\\\\\/g' -e 's/"/\\\\"/g' -e 's/^/"/' -e 's/$/\\\\n"/' src/builtin.jq >"$OUT/builtin.inc"`,
    `echo '#define JQ_VERSION "1.6"' >"$OUT/version.h"`,
    'mkdir -p "$OUT/src" && cp "$OUT/builtin.inc" "$OUT/version.h" "$OUT/src/"',
];

const REDIS_OTHERS = /\/(ae_epoll|ae_evport|ae_kqueue|ae_select)\.c$/; // included by ae.c

function redisSources(root, out) {
    const flags = ['-std=gnu11', `-I${out}`, '-Ideps/hiredis', '-Ideps/linenoise', '-Ideps/lua/src',
        '-Ideps/hdr_histogram', '-DREDIS_STATIC=', '-DLUA_ANSI', '-DENABLE_CJSON_GLOBAL', '-DLUA_USE_MKSTEMP',
        '-DHDR_MALLOC_INCLUDE="hdr_redis_malloc.h"'];
    const folders = ['src', 'src/modules', 'tests/modules', 'deps/hiredis', 'deps/linenoise', 'deps/lua/src',
        'deps/hdr_histogram'];
    return folders.flatMap((folder) => sourcesIn(root, folder, '.c')).filter((source) => !REDIS_OTHERS.test(source))
        .map((source) => ({ source, flags: source.startsWith('tests') ? [...flags, '-Isrc'] : flags }));
}

const REDIS_PREPARE = [
    `printf '#define REDIS_GIT_SHA1 "0"\\n#define REDIS_GIT_DIRTY "0"\\n#define REDIS_BUILD_ID "0"\\n' >"$OUT/release.h"`,
];

const foldersIn = (...folders) => (root) => folders.flatMap((folder) => sourcesIn(root, folder, '.c'));
const withFlags = (sources, flags) => (root) => sources(root).map((source) => ({ source, flags }));

const zstdSources = withFlags(foldersIn('lib/common', 'lib/compress', 'lib/decompress', 'lib/dictBuilder', 'lib/legacy',
    'programs'), ['-Ilib', '-Ilib/common', '-Ilib/compress', '-Ilib/dictBuilder', '-Ilib/legacy', '-DZSTD_MULTITHREAD',
    '-DZSTD_LEGACY_SUPPORT=1', '-DZSTD_DISABLE_ASM', '-DDEBUGLEVEL=1', '-DXXH_NAMESPACE=ZSTD_']);
const yamlSources = withFlags(foldersIn('src', 'tests'), ['-Iinclude', '-Isrc', '-DYAML_VERSION_STRING="0"',
    '-DYAML_VERSION_MAJOR=0', '-DYAML_VERSION_MINOR=2', '-DYAML_VERSION_PATCH=5']);
const luaSources = withFlags(foldersIn('src'), ['-DLUA_COMPAT_5_3', '-DLUA_USE_LINUX']);

// What its configure wrote, out of the tree, says which parts are compiled and with what.
const CONFIGURE = (options) => ['mkdir -p "$OUT/made" && cd "$OUT/made" && ' +
    `{ [ -e config.status ] || "$OLDPWD/configure" ${options} >/dev/null 2>&1; }`];
const TMUX_OTHERS = /\/?(osdep-(?!linux).*|utf8proc|fdforkpty|systemd|forkpty-.*|daemon-darwin)\.c$/;

function tmuxSources(root, out) {
    const made = readFileSync(`${out}/made/Makefile`, 'utf8');
    const defined = /^DEFS = (.*)$/m.exec(made)[1].match(/-D\w+=?(\\"([^"\\]|\\.)*\\"|\S*)/g).map((word) => word.replace(/\\(.)/g, '$1'));
    const compiled = new Set([...made.matchAll(/\bcompat\/\w+(?=\.o)/g)].map(([name]) => `${name}.c`));
    return [...sourcesIn(root, '.', '.c'), ...sourcesIn(root, 'compat', '.c').filter((path) => compiled.has(path))]
        .filter((source) => !TMUX_OTHERS.test(source))
        .map((source) => ({ source, flags: [...defined, '-D_GNU_SOURCE', '-I.', '-Icompat', '-DTMUX_VERSION="3"', '-DTMUX_CONF="c"',
            '-DTMUX_TERM="screen"'] }));
}

function curlSources(root, out) {
    const flags = ['-DHAVE_CONFIG_H', '-DCURL_STATICLIB', `-I${out}/made/lib`, '-Iinclude', '-Ilib', '-Isrc'];
    return foldersIn('lib', 'lib/vauth', 'lib/vtls', 'lib/vssh', 'lib/vquic', 'src')(root)
        .map((source) => ({ source, flags: source.startsWith('lib') ? [...flags, '-DBUILDING_LIBCURL'] : flags }));
}

// C++ sources of these folders, without those whose names tell that they need what is not installed (gtest, benchmark).
const cppSources = (folders, others = /_test\.cc$|benchmark|fuzz/) => (root) => folders
    .flatMap((folder) => readdirSync(`${root}/${folder}`, { withFileTypes: true }).filter((entry) => entry.isFile())
        .map((entry) => join(folder, entry.name)).filter((path) => /\.(cc|cpp)$/.test(path) && !others.test(path)).sort());
const including = (...words) => (root) => words.map((word) => (word.startsWith('-I') ? `-I${root}/${word.slice(2)}` : word));

// Without what Debian's crates lack: an allocator for another libc, and a feature that is a name only.
const ripgrepManifest = (text) => text.replace(/^\[[^\n]*jemallocator\][^[]*/m, '')
    .replace(/^simd-accel.*$/m, 'simd-accel = []');

// Without what only tests and examples need.
const plainManifest = (text) => text.replace(/^\[((target\..*\.)?dev-dependencies\b[^\n]*|\[(test|example|bench)\])[^\n]*\n(?:(?!\[).*\n)*/gm, '');

export const projects = [
    { language: 'c', name: 'libuv', tree: 'libuv', build: buildC, sources: libuvSources },
    { language: 'c', name: 'jq', tree: 'jq', build: buildC, sources: jqSources, prepare: JQ_PREPARE },
    { language: 'c', name: 'redis', tree: 'redis-repo', build: buildC, sources: redisSources,
        prepare: REDIS_PREPARE, programs: ['src/redisassert.c'] }, // what only the benchmark links
    { language: 'c', name: 'zstd', tree: 'zstd', build: buildC, sources: zstdSources },
    { language: 'c', name: 'lua', tree: 'lua54', build: buildC, sources: luaSources },
    { language: 'c', name: 'tmux', tree: 'tmux', build: buildC, sources: tmuxSources, prepare: CONFIGURE('') },
    { language: 'c', name: 'curl', tree: 'curl-repo', build: buildC, sources: curlSources,
        prepare: CONFIGURE('--with-openssl --without-libpsl') },
    { language: 'cpp', name: 'leveldb', tree: 'leveldb-repo', build: buildCpp,
        sources: cppSources(['db', 'table', 'util', 'helpers/memenv'], /_test\.cc$|_windows|testutil/),
        flags: including('-std=c++17', '-I.', '-Iinclude', '-DLEVELDB_PLATFORM_POSIX=1') },
    { language: 'cpp', name: 're2', tree: 're2', build: buildCpp, flags: including('-std=c++17', '-I.'),
        sources: cppSources(['re2', 'util', 're2/testing'], /_test\.cc$|benchmark|fuzz/) },
    { language: 'cpp', name: 'jsoncpp', tree: 'jsoncpp', build: buildCpp, flags: including('-std=c++17', '-Iinclude'),
        sources: cppSources(['src/lib_json', 'src/jsontestrunner', 'src/test_lib_json']) },
    { language: 'cpp', name: 'yaml-cpp', tree: 'yaml-cpp', build: buildCpp,
        flags: including('-std=c++17', '-Iinclude', '-Isrc'), sources: cppSources(['src', 'src/contrib', 'util'], /util\/api\.cpp/) },
    { language: 'cpp', name: 'pugixml', tree: 'pugixml', build: buildCpp, flags: including('-std=c++17', '-Isrc'),
        sources: cppSources(['src']) }, // its tests use what macros declare
    { language: 'cpp', name: 'tinyxml2', tree: 'tinyxml2', build: buildCpp, flags: including('-std=c++17', '-I.'),
        sources: cppSources(['.', 'contrib']) },
    { language: 'cpp', name: 'ninja', tree: 'ninja', build: buildCpp, flags: including('-std=c++17', '-Isrc'),
        sources: cppSources(['src'], /_test\.cc$|test\.cc$|win32|browse|\.in\.cc$/) },
    { language: 'cpp', name: 'cppcheck', tree: 'cppcheck', build: buildCpp, sources: cppSources(['lib', 'cli']),
        flags: including('-std=c++17', '-Ilib', '-Icli', '-Iexternals/simplecpp', '-Iexternals/tinyxml2', '-Iexternals/picojson') },
    { language: 'cpp', name: 'spdlog', tree: 'spdlog', build: buildCpp, sources: cppSources(['src', 'example']),
        flags: including('-std=c++17', '-Iinclude', '-DSPDLOG_COMPILED_LIB', '-DSPDLOG_FMT_EXTERNAL') },
    { language: 'ts', name: 'rxjs', tree: 'rxjs', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'ts', name: 'tsc', tree: 'typescript', build: buildTypeScript, base: '.', options: { strict: false },
        folders: ['TypeScript-4.8.4/src/compiler', 'TypeScript-4.8.4/src/shims'] },
    { language: 'ts', name: 'mobx', tree: 'mobx', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'ts', name: 'xterm', tree: 'xterm', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'ts', name: 'chevrotain', tree: 'chevrotain', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'ts', name: 'query-core', tree: 'query-core', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'js', name: 'express', tree: 'express', build: buildTypeScript, base: 'package', ending: /\.js$/,
        folders: ['package'] },
    { language: 'js', name: 'eslint', tree: 'eslint', build: buildTypeScript, base: 'package', ending: /\.js$/,
        folders: ['package/lib'] },
    { language: 'js', name: 'webpack', tree: 'webpack', build: buildTypeScript, base: 'package', ending: /\.js$/,
        folders: ['package/lib'] },
    { language: 'js', name: 'axios', tree: 'axios', build: buildTypeScript, base: 'package', ending: /\.js$/,
        folders: ['package/lib'] },
    { language: 'js', name: 'fastify', tree: 'fastify', build: buildTypeScript, base: 'package', ending: /\.js$/,
        folders: ['package/lib'] },
    { language: 'python', name: 'flask', tree: 'flask', build: buildPython },
    { language: 'python', name: 'requests', tree: 'requests', build: buildPython },
    { language: 'python', name: 'jinja2', tree: 'jinja2', build: buildPython, paths: ['src'] },
    { language: 'python', name: 'django', tree: 'django', build: buildPython, folder: 'django/', every: 8 },
    { language: 'python', name: 'click', tree: 'click', build: buildPython },
    { language: 'python', name: 'aiohttp', tree: 'aiohttp', build: buildPython },
    { language: 'python', name: 'sqlalchemy', tree: 'sqlalchemy', build: buildPython, folder: 'sqlalchemy/', every: 6 },
    { language: 'python', name: 'rich', tree: 'rich', build: buildPython },
    { language: 'java', name: 'commons-lang', tree: 'commons-repo', build: buildJava, folders: ['src/main/java'] },
    { language: 'java', name: 'jsoup', tree: 'jsoup', build: buildJava, folders: ['src/main/java'] },
    { language: 'java', name: 'guava', tree: 'guava-main', build: buildJava, folders: ['.'] },
    { language: 'java', name: 'commons-io', tree: 'commons-io', build: buildJava, folders: ['src/main/java'] },
    { language: 'java', name: 'commons-collections', tree: 'commons-collections', build: buildJava, folders: ['src/main/java'] },
    { language: 'java', name: 'junit4', tree: 'junit4', build: buildJava, folders: ['src/main/java'], classpath: '/usr/share/java/hamcrest.jar' },
    { language: 'java', name: 'jackson-core', tree: 'jackson-core', build: buildJava, folders: ['src/main/java'] },
    { language: 'go', name: 'gin', tree: 'gin', build: buildGo, importPath: 'github.com/gin-gonic/gin',
        packages: 'golang-github-gin-gonic-gin-dev golang-github-stretchr-testify-dev' },
    { language: 'go', name: 'cobra', tree: 'cobra', build: buildGo, importPath: 'github.com/spf13/cobra',
        packages: 'golang-github-spf13-cobra-dev' },
    { language: 'go', name: 'bbolt', tree: 'bbolt', build: buildGo, importPath: 'go.etcd.io/bbolt',
        packages: 'golang-github-coreos-bbolt-dev' },
    { language: 'go', name: 'goldmark', tree: 'goldmark', build: buildGo, importPath: 'github.com/yuin/goldmark',
        packages: 'golang-github-yuin-goldmark-dev' },
    { language: 'go', name: 'dns', tree: 'miekg-dns', build: buildGo, importPath: 'github.com/miekg/dns',
        packages: 'golang-github-miekg-dns-dev' },
    { language: 'rust', name: 'ripgrep', tree: 'ripgrep-repo', build: buildRust, target: ['--bin', 'rg'],
        manifest: ripgrepManifest },
    { language: 'rust', name: 'regex', tree: 'regex', build: buildRust, target: ['--lib'] },
    { language: 'rust', name: 'aho-corasick', tree: 'aho-corasick', build: buildRust, target: ['--lib'] },
    { language: 'rust', name: 'serde-json', tree: 'serde-json', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'clap', tree: 'clap', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'tokio', tree: 'tokio', build: buildRust, target: ['--lib', '--features', 'full'], manifest: plainManifest },
    { language: 'rust', name: 'h2', tree: 'h2', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'gimli', tree: 'gimli', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'ignore', tree: 'ignore', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'petgraph', tree: 'petgraph', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'go', name: 'go-toml', tree: 'go-toml', build: buildGo, importPath: 'github.com/pelletier/go-toml',
        packages: 'golang-github-pelletier-go-toml-dev' },
    { language: 'go', name: 'blackfriday', tree: 'blackfriday', build: buildGo, importPath: 'github.com/russross/blackfriday',
        packages: 'golang-github-russross-blackfriday-dev' },
    { language: 'java', name: 'commons-csv', tree: 'commons-csv', build: buildJava, folders: ['src/main/java'] },
    { language: 'python', name: 'urllib3', tree: 'urllib3', build: buildPython },
    { language: 'python', name: 'markdown', tree: 'markdown', build: buildPython },
    { language: 'ts', name: 'immer', tree: 'immer', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'ts', name: 'redux-toolkit', tree: 'redux-toolkit', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'rust', name: 'indexmap', tree: 'indexmap', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'hashbrown', tree: 'hashbrown', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'c', name: 'cjson', tree: 'cjson', build: buildC, sources: withFlags(foldersIn('.'), ['-I.']) },
    { language: 'c', name: 'libyaml', tree: 'libyaml', build: buildC, sources: yamlSources },
    { language: 'c', name: 'zlib', tree: 'zlib', build: buildC, sources: withFlags(foldersIn('.', 'test'), ['-I.', '-DHAVE_UNISTD_H']) },
    { language: 'ts', name: 'table-core', tree: 'table-core', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'ts', name: 'signals-core', tree: 'signals-core', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'ts', name: 'msw', tree: 'msw', build: buildTypeScript, folders: ['package/src'], base: 'package',
        paths: { '~/core': ['src/core'], '~/core/*': ['src/core/*'] } },
    { language: 'python', name: 'attrs', tree: 'attrs', build: buildPython },
    { language: 'python', name: 'werkzeug', tree: 'werkzeug', build: buildPython },
    { language: 'java', name: 'commons-codec', tree: 'commons-codec', build: buildJava, folders: ['src/main/java'] },
    { language: 'java', name: 'jcommander', tree: 'jcommander', build: buildJava, folders: ['src/main/java'] },
    { language: 'go', name: 'pflag', tree: 'pflag', build: buildGo, importPath: 'github.com/spf13/pflag',
        packages: 'golang-github-spf13-pflag-dev' },
    { language: 'go', name: 'burntsushi-toml', tree: 'burntsushi-toml', build: buildGo, importPath: 'github.com/BurntSushi/toml',
        packages: 'golang-github-burntsushi-toml-dev' },
    { language: 'rust', name: 'rayon-core', tree: 'rayon-core', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'textwrap', tree: 'textwrap', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'object', tree: 'object', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'c', name: 'mbedtls', tree: 'mbedtls', build: buildC,
        sources: withFlags(foldersIn('library'), ['-Iinclude', '-Ilibrary']) },
    { language: 'c', name: 'lz4', tree: 'lz4', build: buildC, sources: withFlags(foldersIn('lib', 'programs'), ['-Ilib']) },
    { language: 'python', name: 'docutils', tree: 'docutils', build: buildPython, folder: 'docutils/', every: 3 },
    { language: 'python', name: 'oauthlib', tree: 'oauthlib', build: buildPython },
    { language: 'ts', name: 'prosemirror-view', tree: 'prosemirror-view', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'ts', name: 'virtual-core', tree: 'virtual-core', build: buildTypeScript, folders: ['package/src'], base: 'package' },
    { language: 'go', name: 'afero', tree: 'afero', build: buildGo, importPath: 'github.com/spf13/afero',
        packages: 'golang-github-spf13-afero-dev' },
    { language: 'go', name: 'hcl', tree: 'hcl', build: buildGo, importPath: 'github.com/hashicorp/hcl',
        packages: 'golang-github-hashicorp-hcl-dev' },
    { language: 'java', name: 'commons-exec', tree: 'commons-exec', build: buildJava, folders: ['src/main/java'] },
    { language: 'java', name: 'picocli', tree: 'picocli', build: buildJava, folders: ['src/main/java/picocli'] },
    { language: 'java', name: 'joda-time', tree: 'joda-time', build: buildJava, folders: ['src/main/java'] },
    { language: 'rust', name: 'http', tree: 'http-crate', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'regex-syntax', tree: 'regex-syntax', build: buildRust, target: ['--lib'], manifest: plainManifest },
    { language: 'rust', name: 'miniz_oxide', tree: 'miniz_oxide', build: buildRust, target: ['--lib'], manifest: plainManifest },
];
