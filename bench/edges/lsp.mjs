// Client of a language server on a pipe: request() returns a promise, notify() sends a notification, stop() ends
// it.
import { spawn } from 'node:child_process';

export class LanguageServer {
    next = 1;
    waiting = new Map();
    input = Buffer.alloc(0);

    constructor(program, args, options) {
        this.child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
        this.child.stdout.on('data', (data) => this.receive(data));
        this.child.on('exit', () => this.waiting.forEach(({ reject }) => reject(new Error('the server ended'))));
    }

    send(message) {
        const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
        this.child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
        this.child.stdin.write(body);
    }

    notify(method, params) {
        this.send({ method, params });
    }

    request(method, params) {
        const id = this.next++;
        this.send({ id, method, params });
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    receive(data) {
        this.input = Buffer.concat([this.input, data]);
        for (;;) {
            const end = this.input.indexOf('\r\n\r\n');
            const length = end < 0 ? 0 : Number(/Content-Length: (\d+)/i.exec(this.input.subarray(0, end))[1]);
            if (end < 0 || this.input.length < end + 4 + length) return;
            const body = this.input.subarray(end + 4, end + 4 + length).toString();
            this.input = this.input.subarray(end + 4 + length);
            this.handle(JSON.parse(body));
        }
    }

    // The server's own requests get empty answers.
    handle(message) {
        if (message.method && message.id !== undefined) {
            const isConfiguration = message.method === 'workspace/configuration';
            this.send({ id: message.id, result: isConfiguration ? message.params.items.map(() => null) : null });
        } else if (this.waiting.has(message.id)) {
            const { resolve, reject } = this.waiting.get(message.id);
            this.waiting.delete(message.id);
            if (message.error) reject(new Error(message.error.message));
            else resolve(message.result);
        }
    }

    stop() {
        this.child.removeAllListeners('exit');
        this.child.kill();
    }
}
