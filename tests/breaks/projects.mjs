// projects.mjs FOVEA [--count N] [--seed S] [--page FILE] NAME=DIRECTORY...
//
// Breaks functions of real projects: the first statement of each throws. Runs all tests of the project, and compares those
// that fail with those that `fovea tests` lists. README.md says how the projects are set up. The trees are changed while it
// runs and are then as before.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ask, isTest, share } from './listed.mjs';

const RUN_MS = 300000;
const EVERYTHING = 0.6; // of all tests fail: the program does not start, which says nothing of one function

/* ---- languages: where a body begins, and what breaks it ---- */

const languages = {
    python: { opens: /:\s*(#.*)?$/, breaks: (indent) => `${indent}    raise RuntimeError("broken")` },
    ruby: { opens: /(\)|def [^(]*)$/, breaks: (indent) => `${indent}  raise "broken"` },
    go: { opens: /\{$/, breaks: (indent) => `${indent}\tpanic("broken")` },
    java: { opens: /\{$/, breaks: (indent) => `${indent}  if (true) throw new IllegalStateException("broken");` },
    typescript: { opens: /\{$/, breaks: (indent) => `${indent}  if (1 > 0) throw new Error("broken");` },
    r: { opens: /\{$/, breaks: (indent) => `${indent}  stop("broken")` },
};

/* The text with the function broken; null: it has no body of its own lines. */
function broken(text, row, language) {
    const lines = text.split('\n');
    for (let i = row.start - 1, depth = 0; i < row.end - 1; i++) {
        depth += (lines[i].match(/[([]/g) ?? []).length - (lines[i].match(/[)\]]/g) ?? []).length;
        if (depth !== 0 || !language.opens.test(lines[i].trimEnd())) continue;
        const indent = /^\s*/.exec(lines[row.start - 1])[0];
        if (/^\s*(super|this)\s*\(/.test(lines[i + 1])) return null;
        return [...lines.slice(0, i + 1), language.breaks(indent), ...lines.slice(i + 1)].join('\n');
    }
    return null;
}

/* ---- projects: what runs all tests, and which failed ---- */

function shell(tree, command, env = {}) {
    const options = { cwd: tree, env: { ...process.env, ...env }, encoding: 'utf8', timeout: RUN_MS, maxBuffer: 1 << 28 };
    const output = spawnSync('bash', ['-c', command], options);
    return `${output.stdout ?? ''}\n${output.stderr ?? ''}`;
}

function pytest(tree) {
    const text = shell(tree, 'python3 -m pytest -q -rfE --no-header -p no:cacheprovider', { PYTHONPATH: `src:${process.env.PYTHONPATH ?? ''}` });
    const failed = [...text.matchAll(/^(?:FAILED|ERROR) (\S+?\.py)(?:::([^\s[]+))?/gm)].map((m) => (m[2] ? `${m[1]}::${m[2]}` : m[1]));
    const ran = [...text.matchAll(/(\d+) (?:passed|failed|error)/g)].reduce((sum, m) => sum + +m[1], 0);
    return { failed: new Set(failed), ran };
}

/* Minitest's own report names the file of no test, so each failure is written with the place of its method. */
const RUBY_REPORT = `module Places
  def record(result)
    super
    puts "\\nno \#{result.source_location[0]}::\#{result.name.sub(/^test_\\d+_/, "").inspect}" if result.failure && !result.skipped?
  end
end
Minitest::CompositeReporter.prepend Places`;

function ruby(tree) {
    const text = shell(tree, `ruby -Ilib -Itest -e 'require "minitest"; ${RUBY_REPORT}; Dir["./test/spec_*.rb"].sort.each { |f| require f }'`);
    const failed = [...text.matchAll(/^no (?:.*\/)?(test\/spec_\w+\.rb)::(".*")$/gm)].map((m) => `${m[1]}::${m[2].slice(1, -1).replace(/\\(["\\#])/g, '$1')}`);
    return { failed: new Set(failed), ran: +(/(\d+) runs,/.exec(text)?.[1] ?? 0) };
}

/* Each test is a process: a panic ends all that run in the same one. */
function go(tree) {
    const failed = new Set();
    let ran = 0;
    for (const folder of ['.', 'binding', 'render']) {
        const program = join(tree, folder, 'tests.program');
        shell(join(tree, folder), `go test -c -vet=off -o ${program} .`);
        if (!existsSync(program)) continue;
        const names = shell(join(tree, folder), `${program} -test.list .`).split('\n').filter((name) => /^Test\w+$/.test(name));
        const text = shell(join(tree, folder), names.map((name) => `timeout 10 ${program} -test.run '^${name}$' >/dev/null 2>&1 || echo "no ${name}"`).join('\n'));
        const files = readdirSync(join(tree, folder)).filter((file) => file.endsWith('_test.go'));
        for (const [, name] of text.matchAll(/^no (\w+)$/gm)) {
            const file = files.find((one) => readFileSync(join(tree, folder, one), 'utf8').includes(`func ${name}(`));
            failed.add(`${folder === '.' ? '' : `${folder}/`}${file}::${name}`);
        }
        ran += names.length;
        rmSync(program);
    }
    return { failed, ran };
}

function junit(tree) {
    const jars = '/usr/share/java/junit4.jar:/usr/share/java/hamcrest-all.jar', out = mkdtempSync(join(tmpdir(), 'classes-'));
    shell(tree, `javac -nowarn -d ${out} $(find src/main/java -name '*.java' | grep -v module-info)`);
    shell(tree, `javac -nowarn -cp ${out}:${jars} -d ${out} $(find src/test/java -name '*.java')`);
    const text = shell(tree, `java -cp ${out}:src/test/resources:${jars} org.junit.runner.JUnitCore $(cd src/test/java && grep -rlE 'extends TestCase|@Test' . | sed 's,^./,,; s,/,.,g; s,.java$,,')`);
    rmSync(out, { recursive: true });
    const failed = [...text.matchAll(/^\d+\) (\w+)(?:\[.*\])?\(([\w.$]+)\)$/gm)].map((m) => `src/test/java/${m[2].replace(/\$.*/, '').replaceAll('.', '/')}.java::${m[1]}`);
    const count = /Tests run: (\d+)|OK \((\d+) tests/.exec(text);
    return { failed: new Set(failed), ran: +(count?.[1] ?? count?.[2] ?? 0) };
}

function vitest(tree) {
    const page = join(tmpdir(), `vitest-${process.pid}.json`);
    shell(tree, `npx vitest run --reporter=json --outputFile=${page}`, { CI: '1' });
    const failed = new Set();
    let ran = 0;
    if (existsSync(page))
        for (const file of JSON.parse(readFileSync(page, 'utf8')).testResults) {
            const path = file.name.startsWith(tree) ? file.name.slice(tree.length + 1) : file.name;
            for (const one of file.assertionResults) {
                ran++;
                if (one.status === 'failed') failed.add(`${path}::${one.title}`);
            }
            if (!file.assertionResults.length) failed.add(path);
        }
    rmSync(page, { force: true });
    return { failed, ran };
}

function testthat(tree) {
    const text = shell(tree, `Rscript -e 'r <- as.data.frame(testthat::test_local(".", reporter = "silent", stop_on_failure = FALSE)); cat("ran", nrow(r), "\\n"); for (i in which(r$failed > 0 | r$error)) cat("no ", r$file[i], "::", r$test[i], "\\n", sep = "")'`);
    const failed = [...text.matchAll(/^no (.+)$/gm)].map((m) => `tests/testthat/${m[1]}`);
    return { failed: new Set(failed), ran: +(/^ran (\d+)/m.exec(text)?.[1] ?? 0) };
}

const projects = {
    click: { language: 'python', sources: ['src/click'], run: pytest },
    flask: { language: 'python', sources: ['src/flask'], run: pytest },
    gin: { language: 'go', sources: ['.', 'binding', 'render'], run: go },
    rack: { language: 'ruby', sources: ['lib'], run: ruby },
    gson: { language: 'java', sources: ['src/main/java'], run: junit },
    zod: { language: 'typescript', sources: ['src'], run: vitest },
    stringr: { language: 'r', sources: ['R'], run: testthat },
};

/* ---- functions ---- */

/* All symbols of a kind; a cursor that the index outlived begins them again. */
function symbolsOf(fovea, place, kind) {
    const env = { ...process.env, HOME: place.root, XDG_CACHE_HOME: join(place.root, 'cache') };
    let rows = [];
    for (let cursor = [], tries = 0; cursor;) {
        const output = spawnSync(fovea, ['symbols', '--kind', kind, '--limit', '200', '--format', 'json', ...cursor], { cwd: place.tree, env, encoding: 'utf8' });
        if (!output.stdout.startsWith('{')) {
            if (tries++ === 20) throw new Error(output.stderr);
            spawnSync('sleep', ['0.5']);
            cursor = [];
            rows = [];
            continue;
        }
        const answer = JSON.parse(output.stdout);
        rows.push(...answer.symbols);
        cursor = answer.cursor ? ['--cursor', answer.cursor] : null;
    }
    return rows;
}

function functionsOf(fovea, place, project) {
    const rows = ['function', 'method'].flatMap((kind) => symbolsOf(fovea, place, kind));
    const within = (path) => project.sources.some((source) => (source === '.' ? !path.includes('/') : path.startsWith(`${source}/`)));
    const isCase = (path) => /(^|\/)(__tests__|tests?|benchmarks)\/|_test\.go$|\.test\.ts$/.test(path);
    return rows.filter((row) => within(row.path) && !isCase(row.path) && row.end > row.start && !row.name.includes(' '));
}

/* A list in an order that the seed decides. */
function shuffled(list, seed) {
    const key = (text) => [...`${seed} ${text}`].reduce((hash, c) => (Math.imul(hash ^ c.codePointAt(0), 16777619) >>> 0), 2166136261);
    return list.map((row) => [key(`${row.path} ${row.name}`), row]).sort((a, b) => a[0] - b[0]).map((pair) => pair[1]);
}

/* ---- main ---- */

function option(words, name, normal) {
    const at = words.indexOf(name);
    return at < 0 ? normal : words.splice(at, 2)[1];
}

const words = process.argv.slice(2);
const most = +option(words, '--count', '9'), seed = option(words, '--seed', '1'), page = option(words, '--page', '');
const fovea = resolve(words.shift());
const heads = ['project', 'broken', 'failing', 'recall', 'failing of listed', 'without a test', 'run nothing'];
const table = [`| ${heads.join(' | ')} |`, `|${heads.map((_, i) => (i ? '---:' : '---')).join('|')}|`];
const all = { breaks: 0, failing: 0, found: 0, listed: 0, right: 0, none: 0, bare: 0 };
const line = (name, c) => `| ${name} | ${c.breaks} | ${c.failing} | ${share(c.found, c.failing)} | ${share(c.right, c.listed)} | ${c.none} | ${c.bare} |`;
for (const word of words) {
    const [name, directory] = word.split('='), project = projects[name], tree = resolve(directory);
    const place = { tree, root: mkdtempSync(join(tmpdir(), 'home-')) }, language = languages[project.language];
    const counts = { breaks: 0, failing: 0, found: 0, listed: 0, right: 0, none: 0, bare: 0 };
    const before = project.run(tree);
    console.log(`${name}: ${before.ran} tests, ${before.failed.size} fail before any break`);
    for (const row of shuffled(functionsOf(fovea, place, project), seed)) {
        if (counts.breaks === most) break;
        const path = join(tree, row.path), text = readFileSync(path, 'utf8'), next = broken(text, row, language);
        if (!next) continue;
        const answer = ask(fovea, place, row.hash);
        writeFileSync(path, next);
        let after;
        try {
            after = project.run(tree);
        } finally {
            writeFileSync(path, text);
        }
        const failed = [...after.failed].filter((one) => !before.failed.has(one));
        if (!after.ran || failed.length > EVERYTHING * before.ran) continue;
        const missing = failed.filter((wanted) => !answer.tests.some((test) => isTest(test, wanted)));
        const wrong = answer.tests.filter((test) => !failed.some((wanted) => isTest(test, wanted)));
        counts.breaks++;
        counts.failing += failed.length;
        counts.found += failed.length - missing.length;
        counts.listed += answer.tests.length;
        counts.right += answer.tests.length - wrong.length;
        counts.none += failed.length > 0 && !answer.tests.length;
        counts.bare += answer.tests.length > 0 && !answer.commands.length;
        console.log(`${name} ${row.path}::${row.name}: ${failed.length} fail, ${answer.tests.length} listed, ${missing.length} missing, ${wrong.length} do not fail`);
        for (const one of missing.slice(0, 4)) console.log(`    missing ${one}`);
        for (const one of wrong.slice(0, 4)) console.log(`    wrong   ${one.path}::${one.name}${one.doubtful ? ' (doubtful)' : ''}`);
    }
    rmSync(place.root, { recursive: true, force: true });
    for (const key of Object.keys(all)) all[key] += counts[key];
    table.push(line(name, counts));
    console.log(table.at(-1));
}
table.push(line('all', all));
console.log(table.join('\n'));
if (page) writeFileSync(page, `${table.join('\n')}\n`);
