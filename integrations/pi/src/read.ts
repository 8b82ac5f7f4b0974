// pi's `read`, with a map where it cuts a large file.
//
// Every call goes to the built-in tool first, and its answer stands unless it had to cut a file that was
// asked for as a whole. Only then `fovea read` is asked, and its first lines, its notice and its map take the
// place of the built-in's text. So small files, ranges, images and errors cannot differ, and no failure
// of the program costs more than the map.
import { execFile, type ExecFileException } from 'node:child_process'
import { resolve } from 'node:path'
import type { ExtensionAPI, ExtensionToolContext, ReadToolDetails, ReadToolInput } from '@earendil-works/pi-coding-agent'

// What `fovea read --format json` prints, as far as it is used here.
interface Answer {
    content?: string // the first lines; a binary file has none
    truncation?: Omit<NonNullable<ReadToolDetails['truncation']>, 'content'>
    notice?: string // what was cut, or what a binary file is
    map?: string // absent where mapping is switched off
    mime?: string // of a binary file
}

// The program's own limits end a parse after 10 s; past this it hangs.
const TIME_LIMIT_MS = 15_000
// Twice the longest answer of the program: a large binary file comes in base64.
const OUTPUT_BYTES_MAX = 128 * 1024 * 1024

const program = () => process.env.FOVEA_BINARY || 'fovea'

const aboutMaps = () =>
    'Of a file over these limits a map comes after its first lines: what it declares, and on which lines. ' +
    'Read the lines you need of it with offset and limit. ' +
    'Other calls that a map names are commands in a shell: ' +
    `\`${program()} map PATH:FROM-TO\`, \`${program()} page PATH --offset CHAR --length N\`.`

// pi under its present name or its former one.
async function importHost(): Promise<typeof import('@earendil-works/pi-coding-agent')> {
    try {
        return await import('@earendil-works/pi-coding-agent')
    } catch {
        // @ts-ignore: only one of the two is installed
        return await import('@mariozechner/pi-coding-agent')
    }
}

// Resolves to nothing when the program gave no answer; `tell` hears why.
function ask(cwd: string, path: string, signal: AbortSignal | undefined, tell: (why: string) => void) {
    const limit = AbortSignal.timeout(TIME_LIMIT_MS)
    const stop = signal ? AbortSignal.any([signal, limit]) : limit

    function explain(error: ExecFileException) {
        if (signal?.aborted) return
        if (limit.aborted) tell(`no answer within ${TIME_LIMIT_MS / 1000} s`)
        else if (error.code === 'ENOENT') tell(`'${program()}' was not found`)
        else if (error.signal) tell(`ended by ${error.signal}`)
        else tell(/^Error: (.*)$/m.exec(error.message)?.[1] ?? error.message.trim())
    }

    return new Promise<Answer>((done, fail) => {
        const child = execFile(program(), ['read', '--format', 'json', '--', path], { cwd, maxBuffer: OUTPUT_BYTES_MAX }, (error, output) => {
            stop.removeEventListener('abort', end)
            if (error) return fail(error)
            try {
                done(JSON.parse(output))
            } catch {
                fail(new Error('its answer is not JSON'))
            }
        })
        child.stdin?.end()
        stop.addEventListener('abort', end, { once: true })
        if (stop.aborted) end()

        // Does not wait for the program's end, nor for what it may have started.
        function end() {
            child.kill('SIGKILL')
            child.stdout?.destroy()
            child.stderr?.destroy()
            fail(stop.reason)
        }
    }).catch(explain)
}

export default async function (pi: ExtensionAPI) {
    const host = await importHost()
    const told = new Set<string>()

    function tellOnce(ctx: ExtensionToolContext, why: string) {
        if (told.has(why) || !ctx.hasUI) return
        told.add(why)
        ctx.ui.notify(`fovea: ${why}. Large files are read without a map.`, 'warning')
    }

    function builtIn(cwd: string) {
        const autoResizeImages = pi.getSettings
            ? (pi.getSettings().images?.autoResize ?? true)
            : host.SettingsManager.create(cwd).getImageAutoResize()
        return host.createReadToolDefinition(cwd, { autoResizeImages })
    }

    // The file that the built-in tool opens for a path: `@`, `~` and the rest are its business.
    async function resolvePath(path: string, ctx: ExtensionToolContext): Promise<string> {
        let found = path
        const stop = async (absolute: string) => {
            found = absolute
            throw new Error('found')
        }
        const operations = { access: stop, readFile: async () => Buffer.alloc(0) }
        await host.createReadToolDefinition(ctx.cwd, { operations }).execute('', { path }, undefined, undefined, ctx).catch(() => {})
        return resolve(ctx.cwd, path) === found ? path : found
    }

    const shown = host.createReadToolDefinition(process.cwd())
    pi.registerTool({
        ...shown,
        defaultActive: false, // on where the built-in tool is on, and off where the user switched it off
        description: `${shown.description} ${aboutMaps()}`,
        async execute(id, params: ReadToolInput, signal, onUpdate, ctx) {
            const plain = await builtIn(ctx.cwd).execute(id, params, signal, onUpdate, ctx)
            const cut = plain.details?.truncation
            if (!cut?.truncated || params.offset !== undefined || params.limit !== undefined) return plain

            const answer = await ask(ctx.cwd, await resolvePath(params.path, ctx), signal, (why) => tellOnce(ctx, why))
            if (signal?.aborted) throw new Error('Operation aborted')
            if (!answer?.notice || !(answer.map || answer.mime)) return plain

            const content = answer.content?.replace(/\n$/, '')
            const truncation = content !== undefined && answer.truncation &&
                { content, ...answer.truncation, outputBytes: Buffer.byteLength(content) }
            // No line fits: how to go on is different in every agent, and the built-in tool's text says it for pi.
            const first = plain.content[0]
            const lines = truncation && truncation.firstLineExceedsLimit && first.type === 'text' ? first.text
                : (content === undefined ? '' : content + '\n\n') + answer.notice
            const text = answer.map ? `${lines}\n${answer.map.replace(/\n$/, '')}` : lines
            return {
                ...plain,
                content: [{ type: 'text' as const, text }],
                details: truncation ? { truncation } : undefined,
                ...('structuredContent' in plain ? { structuredContent: text } : {}),
            }
        },
    })
}
