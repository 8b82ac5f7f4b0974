// Puts a report into one comment of the pull request whose head was reviewed. The report comes from a run that a stranger may
// have steered: it is data of bounded size, each text is quoted here again, and nothing of the change is checked out. Which
// commit and which run it is about is said by GitHub, not by the report. Environment: FOVEA_REPORT, FOVEA_TOKEN, FOVEA_AUTHOR,
// FOVEA_INLINE, FOVEA_HEAD, FOVEA_RUN, FOVEA_RUN_ID, GITHUB_REPOSITORY, GITHUB_API_URL, GITHUB_SERVER_URL.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const REPORT_MAX = 4 << 20, BODY_MAX = 60000, INLINE_MAX = 10, SHOWN_MAX = 40, PAGES_MAX = 30, EVIDENCE_MAX = 4, UNSEEN_MAX = 20
const { FOVEA_REPORT: directory, FOVEA_TOKEN: token, FOVEA_AUTHOR: author = 'github-actions[bot]', FOVEA_INLINE: inline,
    FOVEA_HEAD: head, GITHUB_REPOSITORY: repository, GITHUB_API_URL: api = 'https://api.github.com',
    GITHUB_SERVER_URL: server = 'https://github.com', FOVEA_RUN_ID: runId = '' } = process.env
const run = Number(process.env.FOVEA_RUN ?? 0)

function stop(text) {
    console.log(`::error title=fovea comment::${text.replace(/[\r\n%]/g, ' ')}`)
    process.exit(1)
}
if (!/^[0-9a-f]{40,64}$/.test(head ?? '')) stop('FOVEA_HEAD is no commit')
if (!/^[\w.-]+\/[\w.-]+$/.test(repository ?? '')) stop('GITHUB_REPOSITORY is no repository')
if (!Number.isInteger(run) || run < 0) stop('FOVEA_RUN is no number')

// ---- GitHub ----

async function ask(method, path, body) {
    const response = await fetch(api + path, { method, body: body && JSON.stringify(body), redirect: 'error', headers: {
        authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28',
        'content-type': 'application/json', 'user-agent': 'fovea-review' } })
    const text = await response.text()
    if (!response.ok) throw Object.assign(new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`), { status: response.status })
    return text ? JSON.parse(text) : null
}
async function all(path) {
    const rows = []
    for (let page = 1; page <= PAGES_MAX; page++) {
        const some = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`)
        rows.push(...some)
        if (some.length < 100) break
    }
    return rows
}

// ---- the report ----

function load() {
    const path = join(directory, 'report.json')
    if (statSync(path).size > REPORT_MAX) stop('the report is too large')
    const report = JSON.parse(readFileSync(path, 'utf8'))
    const list = value => Array.isArray(value) ? value.filter(item => item && typeof item === 'object') : []
    if (report?._type !== 'review') stop('the report is none of fovea review')
    return { ...report, findings: list(report.findings), unseen: list(report.unseen) }
}
const one = (value, known) => known.includes(value) ? value : known.at(-1)
const flat = (value, max = 400) => [...String(value ?? '').replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')].slice(0, max).join('')
// Text outside of code: no markup, and no mention, reference or address that becomes a link.
const text = value => flat(value).replace(/[&<>]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c])
    .replace(/[\\`*_{}[\]|~$]/g, '\\$&').replace(/[@#!%]/g, c => (c === '@' || c === '%' ? c : '\\' + c) + '&#8203;')
    .replace(/:\/\//g, ':&#8203;//').replace(/www\./gi, 'www&#8203;.')
function code(value) {
    const plain = flat(value) || ' ', longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map(run => run.length))
    const ticks = '`'.repeat(longest + 1), pad = plain.startsWith('`') || plain.endsWith('`') ? ' ' : ''
    return ticks + pad + plain + pad + ticks
}
const line = finding => (Number.isInteger(finding.start) && finding.start > 0 ? finding.start : 0)
// A link leads into this repository at the commit that was reviewed, whatever the path says.
function place(finding) {
    const name = code(finding.path + (line(finding) ? `:${line(finding)}` : ''))
    if (finding.gone || typeof finding.path !== 'string' || flat(finding.path) !== finding.path) return name
    const path = finding.path.split('/').map(part => encodeURIComponent(part).replace(/[()'*!]/g, c => '%' + c.charCodeAt(0).toString(16))).join('/')
    return `[${name}](${server}/${repository}/blob/${head}/${path}${line(finding) ? `#L${line(finding)}` : ''})`
}
function evidence(finding) {
    const lines = Array.isArray(finding.evidence) ? finding.evidence : []
    const more = Math.max(0, lines.length - EVIDENCE_MAX) + (Number.isInteger(finding.evidence_left_out) ? finding.evidence_left_out : 0)
    return lines.slice(0, EVIDENCE_MAX).map(one => `  - ${text(one)}\n`).join('') + (more > 0 ? `  - ${more} more\n` : '')
}
const severities = ['error', 'warning', 'note']
const show = finding => `- **${one(finding.severity, severities)}** ${code(finding.rule)} ${place(finding)}  \n  ${text(finding.message)}\n` +
    evidence(finding) + (finding.suggestion ? `  - → ${text(finding.suggestion)}\n` : '')

function bodyOf(report, marker) {
    const status = one(report.status, ['approved', 'changes_requested', 'blocked'])
    let body = `${marker}\n### Review by fovea: ${status.replace('_', ' ')}\n\nRisk **${one(report.risk_score, ['low', 'medium', 'high'])}**. ` +
        `${text(report.summary)}. Commit ${head.slice(0, 10)}.\n\n`
    let told = 0
    const put = piece => body.length + piece.length < BODY_MAX && Boolean(body += piece)
    const tell = finding => (told += put(show(finding)))
    report.findings.slice(0, INLINE_MAX).forEach(tell)
    if (report.findings.length > INLINE_MAX) {
        put(`\n<details><summary>${report.findings.length - INLINE_MAX} more</summary>\n\n`)
        report.findings.slice(INLINE_MAX, SHOWN_MAX).forEach(tell)
        body += '\n</details>\n'
    }
    if (report.unseen.length) put('\n**Not seen**, so not approved:\n\n')
    const unseenMore = report.unseen.length - UNSEEN_MAX
    report.unseen.slice(0, UNSEEN_MAX).forEach(unseen => put(`- ${code(unseen.path)}: ${text(unseen.reason)} → ${text(unseen.action)}\n`))
    if (unseenMore > 0) put(`- ${unseenMore} more\n`)
    const left = report.findings.length - told
    if (left > 0) put(`\n${left} findings are not in this comment.\n`)
    if (/^\d+$/.test(runId)) put(`\n[The run](${server}/${repository}/actions/runs/${runId}) has the report in every form, and a page of the change.\n`)
    return body
}

// ---- one comment ----

const markerOf = body => {
    const found = /^<!-- fovea-review head=([0-9a-f]{40,64}) run=(\d+) -->/.exec(body ?? '')
    return found && { head: found[1], run: Number(found[2]) }
}
async function ours(number) {
    const comments = await all(`/repos/${repository}/issues/${number}/comments`)
    return comments.filter(comment => comment.user?.login === author && markerOf(comment.body)).sort((a, b) => a.id - b.id)
}
async function stick(number, body) {
    const before = await ours(number)
    if (before.some(comment => markerOf(comment.body).run > run)) {
        console.log('a newer run has told its report')
        return false
    }
    if (before.length) await ask('PATCH', `/repos/${repository}/issues/comments/${before[0].id}`, { body })
    else await ask('POST', `/repos/${repository}/issues/${number}/comments`, { body })
    // two runs may have posted at once: the oldest stays
    const [oldest, ...doubles] = await ours(number)
    for (const double of doubles) {
        if (markerOf(double.body).run > markerOf(oldest.body).run)
            await ask('PATCH', `/repos/${repository}/issues/comments/${oldest.id}`, { body: double.body })
        await ask('DELETE', `/repos/${repository}/issues/comments/${double.id}`)
    }
    return true
}

// ---- beside the lines of the diff ----

const told = finding => `<!-- fovea-finding ${finding.fingerprint} -->`
async function putInline(number, report) {
    const wanted = report.findings.filter(finding => finding.in_diff === true && !finding.gone && Number.isInteger(finding.line) &&
        finding.line > 0 && /^[0-9a-f]{32}$/.test(finding.fingerprint) && typeof finding.path === 'string').slice(0, INLINE_MAX)
    const comments = await all(`/repos/${repository}/pulls/${number}/comments`)
    const known = comments.filter(comment => comment.user?.login === author).map(comment => comment.body ?? '')
    const fresh = wanted.filter(finding => !known.some(body => body.includes(told(finding))))
    if (!fresh.length) return
    try {
        await ask('POST', `/repos/${repository}/pulls/${number}/reviews`, { commit_id: head, event: 'COMMENT', body: 'Findings of fovea review beside the code.',
            comments: fresh.map(finding => ({ path: finding.path, line: finding.line, side: 'RIGHT',
                body: `${told(finding)}\n**${one(finding.severity, severities)}** ${code(finding.rule)}: ${text(finding.message)}` +
                    (finding.suggestion ? `\n\n→ ${text(finding.suggestion)}` : '') })) })
    } catch (error) {
        if (error.status !== 422) throw error
        console.log('GitHub takes a comment at none or not all of the lines: they stand in the summary alone')
    }
}

// Of a fork's pull request the event of the run names none: it is found by its head.
const pulls = (await all(`/repos/${repository}/pulls?state=open`)).filter(pull => pull.head?.sha === head)
if (!pulls.length) console.log('no open pull request has this commit as its head: nothing is told')
const report = pulls.length ? load() : null
for (const { number } of pulls)
    if (await stick(number, bodyOf(report, `<!-- fovea-review head=${head} run=${run} -->`)) && inline === 'true') await putInline(number, report)
