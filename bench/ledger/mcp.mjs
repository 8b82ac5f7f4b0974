// An MCP client over standard input and output.
import { spawn } from 'node:child_process';

const TIMEOUT_MS = 120_000;

export class McpClient {
    waiting = new Map();
    next = 1;

    constructor(program, args, options) {
        this.process = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], ...options });
        this.process.stdin.on('error', () => {}); // a server that has ended
        this.exited = new Promise((resolve) => this.process.on('close', resolve));
        this.exited.then((code) => this.fail(new Error(`${program} ended: ${code}`)));
        this.process.on('error', (error) => this.fail(error));
        let text = '';
        this.process.stdout.setEncoding('utf8').on('data', (piece) => {
            text += piece;
            for (let end; (end = text.indexOf('\n')) >= 0; text = text.slice(end + 1)) this.take(text.slice(0, end));
        });
    }

    // A request of the server to the client is refused: no server needs one here.
    take(line) {
        const message = JSON.parse(line);
        if (message.method) {
            if (message.id !== undefined) this.send({ id: message.id, error: { code: -32601, message: 'no such method' } });
            return;
        }
        const found = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.error) found?.reject(new Error(message.error.message));
        else found?.resolve(message.result);
    }

    fail(error) {
        for (const { reject } of this.waiting.values()) reject(error);
        this.waiting.clear();
    }

    send(message) {
        this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    }

    request(method, params) {
        const id = this.next++;
        this.send({ id, method, params });
        return new Promise((resolve, reject) => {
            const late = setTimeout(() => reject(new Error(`${method}: no answer in ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
            const settle = (done) => (value) => (clearTimeout(late), done(value));
            this.waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        });
    }

    async initialize() {
        const clientInfo = { name: 'ledger', version: '1' };
        const result = await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
        this.send({ method: 'notifications/initialized' });
        return result;
    }

    // What the model is given of a result: its texts.
    async call(name, args) {
        const result = await this.request('tools/call', { name, arguments: args });
        return result.content.map((block) => block.text ?? `[${block.type}]`).join('\n');
    }

    async close() {
        this.process.stdin.end();
        const kill = setTimeout(() => this.process.kill('SIGKILL'), 5000);
        await this.exited;
        clearTimeout(kill);
    }
}
