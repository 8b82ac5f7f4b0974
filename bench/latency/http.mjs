// An HTTP client, protocol 2026-07-28: one keep-alive connection, no session.
import { spawn } from 'node:child_process';
import { Agent, request as send } from 'node:http';

const VERSION = '2026-07-28';
const META = { 'io.modelcontextprotocol/protocolVersion': VERSION, 'io.modelcontextprotocol/clientCapabilities': {} };

// The address that the server prints when it listens.
function addressOf(server) {
    return new Promise((resolve, reject) => {
        let text = '';
        const take = (piece) => {
            const found = /https?:\/\/\S+/.exec(text += piece);
            if (found) resolve(found[0]);
        };
        for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', take);
        server.on('error', reject).on('exit', () => reject(new Error(`the server ended: ${text}`)));
    });
}

export class HttpClient {
    next = 1;
    agent = new Agent({ keepAlive: true });

    static async start(program, args, options) {
        const client = new HttpClient();
        client.server = spawn(program, [...args, '--http', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'], ...options });
        client.url = await addressOf(client.server);
        return client;
    }

    request(method, params, name) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: this.next++, method, params: { ...params, _meta: META } });
        const headers = {
            'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), Accept: 'application/json, text/event-stream',
            'MCP-Protocol-Version': VERSION, 'Mcp-Method': method, ...(name && { 'Mcp-Name': name }),
        };
        return new Promise((resolve, reject) => {
            const call = send(this.url, { method: 'POST', agent: this.agent, headers }, (response) => {
                let text = '';
                response.setEncoding('utf8').on('data', (piece) => (text += piece)).on('end', () => {
                    const line = text.split('\n').findLast((part) => part.startsWith('data:'))?.slice(5) ?? text;
                    const message = JSON.parse(line);
                    if (message.error) reject(new Error(message.error.message));
                    else resolve(message.result);
                });
            });
            call.on('error', reject);
            call.end(body);
        });
    }

    initialize() {
        return this.request('server/discover', {});
    }

    callTool(name, args) {
        return this.request('tools/call', { name, arguments: args }, name);
    }

    async close() {
        this.agent.destroy();
        const exit = new Promise((resolve) => this.server.once('exit', resolve));
        this.server.kill();
        await exit;
    }
}
