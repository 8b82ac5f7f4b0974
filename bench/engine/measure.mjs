// Runs a command and measures it with all of its descendants: CPU and wall time, peak memory and exit code. Peak
// memory is the sum of proportional set sizes (PSS) of all processes, sampled; for a command that ends before the
// first sample it is the kernel's peak of resident memory.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SAMPLE_MS = 50;
const REFUSED_MAX = 4; // fovea's exit codes: a name is not found or means several; above are crashes and timeouts
const spawner = 'build/bench/bench_spawn';

function text(path) {
    try {
        return readFileSync(path, 'utf8');
    } catch {
        return ''; // it ended meanwhile
    }
}

function descendants(pid) {
    const found = [];
    for (const queue = [pid]; queue.length;) {
        const at = queue.pop();
        const children = text(`/proc/${at}/task/${at}/children`).trim().split(/\s+/).filter(Boolean);
        found.push(...children);
        queue.push(...children);
    }
    return found;
}

const proportionalKb = (pid) => Number(/^Pss:\s+(\d+)/m.exec(text(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

// {wall, cpu} in ms, {memory} in MB, {code}; `timeout` in seconds.
export function measure(command, { cwd, env = {}, timeout = 900 } = {}) {
    return new Promise((resolve) => {
        const child = spawn(`${process.cwd()}/${spawner}`, ['1', 'timeout', String(timeout), ...command],
            { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
        let out = '';
        let peak = 0;
        child.stdout.on('data', (data) => { out += data; });
        const timer = setInterval(() => {
            peak = Math.max(peak, descendants(child.pid).reduce((sum, pid) => sum + proportionalKb(pid), 0));
        }, SAMPLE_MS);
        child.on('close', () => {
            clearInterval(timer);
            const [wall, cpu, own, code, bytes] = out.trim().split(/\s+/).map(Number);
            resolve({ wall, cpu, memory: (peak || own) / 1024, code, bytes });
        });
    });
}

// One run after the other: the median and the 99th percentile of wall and CPU time.
export async function measureMany(commands, options) {
    const runs = [];
    for (const command of commands) runs.push(await measure(command, options));
    const at = (field, share) => runs.map((run) => run[field]).sort((a, b) => a - b)[Math.min(runs.length - 1,
        Math.floor(share * runs.length))];
    return { p50: at('wall', 0.5), p99: at('wall', 0.99), cpu50: at('cpu', 0.5), cpu99: at('cpu', 0.99), count: runs.length,
        failed: runs.filter((run) => run.code > REFUSED_MAX).length,
        refused: runs.filter((run) => run.code !== 0).length };
}
