// True edges of Java by javac's front end and of Go by go/types: the programs in java/ and go/ print them.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { truthOfLines } from './lines.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const GO_LIBRARIES = '/usr/share/gocode'; // of Debian's golang-*-dev packages
const run = (program, args, options) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 30, ...options });

export function buildJava({ root, project }) {
    const text = run('java', [join(here, 'java/Edges.java'), root, project.classpath ?? '.', ...project.folders], { cwd: root });
    return { truth: truthOfLines(text), notes: {} };
}

// A GOPATH with a copy of the project: the go command writes into no corpus and fetches nothing.
export function buildGo({ root, out, project }) {
    if (!existsSync(`${GO_LIBRARIES}/src/${dirname(project.importPath)}`))
        throw new Error(`no Go libraries in ${GO_LIBRARIES} (apt-get install golang-go ${project.packages})`);
    const copy = join(resolve(out), 'gopath/src', project.importPath);
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(root, copy, { recursive: true });
    const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOPATH: `${resolve(out)}/gopath:${GO_LIBRARIES}` };
    const packages = run('go', ['list', '-deps', '-export', '-test', '-json', './...'], { cwd: copy, env });
    const text = run('go', ['run', join(here, 'go/edges.go'), copy], { env, input: packages, stdio: ['pipe', 'pipe', 'inherit'] });
    return { truth: truthOfLines(text), notes: {} };
}
