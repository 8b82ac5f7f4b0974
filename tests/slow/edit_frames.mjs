// What edit_driver.c reads and writes, for scripts: requests in one go, answers in their order.
import { spawnSync } from 'node:child_process'

export const blob = text => {
    const bytes = Buffer.from(text)
    return Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes])
}

export const applyRequest = (patch, files) =>
    Buffer.concat([Buffer.from(`apply ${files.length}\n`), blob(patch), ...files.flatMap(([path, content]) => [blob(path), blob(content)])])

// Yields one reader for each request; each must be read to the end of its answer.
export function* answers(driver, requests) {
    const { stdout, status, error } = spawnSync(driver, { input: Buffer.concat(requests), maxBuffer: 1 << 30 })
    if (error || status !== 0) throw new Error(`the driver ended with ${error ?? status}`)
    let at = 0
    const line = () => {
        const end = stdout.indexOf(10, at), text = stdout.toString('utf8', at, end)
        at = end + 1
        return text
    }
    const take = () => {
        const size = Number(line()), text = stdout.toString('utf8', at, at + size)
        at += size
        return text
    }
    for (const request of requests) yield { line, take, request }
}

export function readResult({ line, take }) {
    const [files, refused] = line().split(' ').map(Number), result = { files: [], refused: [] }
    for (let i = 0; i < files; i++) result.files.push({ status: take(), path: take(), old: take(), after: take() })
    for (let i = 0; i < refused; i++) result.refused.push({ reason: take(), path: take(), message: take(), places: take() })
    return result
}

// The results of [patch, files] pairs.
export function applyAll(driver, cases) {
    const results = [], requests = cases.map(([patch, files]) => applyRequest(patch, files))
    for (const answer of answers(driver, requests)) results.push(readResult(answer))
    return results
}

// ---- formats: hunks are { start, heading, lines: [{ sign, text }], number } ----

const oldLines = hunk => hunk.lines.filter(line => line.sign !== '+').map(line => line.text)
const newLines = hunk => hunk.lines.filter(line => line.sign !== '-').map(line => line.text)
const withSigns = hunk => hunk.lines.map(line => line.sign + line.text + '\n').join('')
const joined = lines => lines.map(line => line + '\n').join('')

export function fenceFor(text) {
    let marks = 3
    for (const [run] of text.matchAll(/^[ \t]*`{3,}/gm)) marks = Math.max(marks, run.trim().length + 1)
    return '`'.repeat(marks)
}

export function writeBlocks(path, hunks) {
    return hunks.map(hunk => `${path}\n\`\`\`\n<<<<<<< SEARCH\n${joined(oldLines(hunk))}=======\n${joined(newLines(hunk))}` +
        '>>>>>>> REPLACE\n```\n').join('\n')
}

export function writeEnvelope(path, hunks) {
    return `*** Begin Patch\n*** Update File: ${path}\n${hunks.map(hunk => `@@\n${withSigns(hunk)}`).join('')}*** End Patch\n`
}

// With `id` as git writes it, so that the numbers are certain where the file has that content.
export function writeDiff(path, hunks, id) {
    const heads = hunks.map(hunk => {
        const old = oldLines(hunk).length, now = newLines(hunk).length, start = hunk.number ?? hunk.start + (old > 0)
        return `@@ -${start},${old} +${start},${now} @@${hunk.heading ? ' ' + hunk.heading : ''}\n${withSigns(hunk)}`
    })
    const index = id ? `index ${id.slice(0, 10)}..1234567890 100644\n` : ''
    return `\`\`\`diff\ndiff --git a/${path} b/${path}\n${index}--- a/${path}\n+++ b/${path}\n${heads.join('')}\`\`\`\n`
}

// A text after a line that names it: PATH, or PATH::NAME.
export function writeFenced(name, text) {
    const fence = fenceFor(text)
    return `${name}\n${fence}\n${text}${text.endsWith('\n') || !text ? '' : '\n'}${fence}\n`
}

// Splits `git diff` of one file into hunks, with `start` in the old file from 0.
export function hunksOf(diff) {
    const hunks = []
    for (const line of diff.split('\n')) {
        const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)/.exec(line)
        if (head)
            hunks.push({ start: head[2] === '0' ? +head[1] : head[1] - 1, heading: head[5], lines: [], bare: false })
        else if (hunks.length && /^[ +-]/.test(line)) hunks.at(-1).lines.push({ sign: line[0], text: line.slice(1) })
        else if (hunks.length && line[0] === '\\') hunks.at(-1).bare = true
    }
    return hunks
}

export { oldLines, newLines, joined }
