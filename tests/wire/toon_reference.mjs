// Compares our TOON with the reference implementation and the specification's fixtures.
// Usage: node toon_reference.mjs DRIVER NODE_MODULES [SEED [DOCUMENTS]]
// The packages are installed by toon_reference (the script beside this one), at exact versions.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'

const [driver, modules, seed = '1', documents = '3000'] = process.argv.slice(2)
const load = name => import(pathToFileURL(join(modules, name, 'dist/index.mjs')))
const v4 = await load('@toon-format/toon')
const v3 = await load('toon-v3')

// Where we differ on purpose. Each takes a case and tells whether the difference explains it.
const KNOWN = [
  // We keep every digit of a number; the reference reads what passes a double as a string.
  c => c.got?.text && c.want && /\d/.test(c.text ?? '') && isDeepStrictEqual(
    JSON.parse(c.got.text, (_, v) => (typeof v === 'number' && !Number.isFinite(v) ? 'large' : v)),
    revive(c.want.value, v => (typeof v === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(v) && !Number.isFinite(Number(v)) ? 'large' : v))),
  // Shape 3 quotes what version 4 reads as a comment or a signed number.
  c => c.shape3 && /"(#|\+[0-9])/.test(JSON.stringify(c.value)),
]
function revive(value, f) {
  return value === undefined ? value : JSON.parse(JSON.stringify(value), (_, v) => f(v))
}

// One request a line; the answers in order.
function ours(requests) {
  const input = requests.map(r => JSON.stringify(r)).join('\n') + '\n'
  const run = spawnSync(driver, { input, maxBuffer: 1 << 30 })
  if (run.status !== 0) throw new Error(`driver: status ${run.status} ${run.stderr}`)
  return run.stdout.toString().split('\n').filter(Boolean).map(line => JSON.parse(line))
}

const totals = {}
function report(section, name, same, detail) {
  const total = (totals[section] ??= { passed: 0, failed: 0, known: 0 })
  if (same) return void total.passed++
  if (KNOWN.some(explains => explains(detail))) return void total.known++
  total.failed++
  if (total.failed <= 10) console.log(`FAILED ${section}: ${name}\n${show(detail)}\n`)
}

// JSON's equality: -0 is 0; order of members counts where `ordered`.
const plain = value => JSON.stringify(value, (_, v) => (Object.is(v, -0) ? 0 : v))
function same(a, b, ordered) {
  return ordered ? plain(a) === plain(b) : isDeepStrictEqual(JSON.parse(plain(a)), JSON.parse(plain(b)))
}

const attempt = f => { try { return { value: f() } } catch (e) { return { error: e.message } } }
const show = x => JSON.stringify(x, null, 1)?.slice(0, 1500)

function request(op, text, o = {}, shape3 = false) {
  return { op, text, v3: shape3, delimiter: o.delimiter ?? ',', indent: o.indentSize ?? o.indent ?? 2,
    lenient: o.strict === false, fold: o.keyFolding === 'safe', expand: o.expandPaths === 'safe',
    foldDepth: o.flattenDepth === undefined ? 0 : Math.max(1, o.flattenDepth) }
}

// --- the fixtures of specification 3.3 against shape 3 -------------------------------------------
const folder = join(modules, '@toon-format/spec/tests/fixtures')
const fixtures = ['encode', 'decode'].flatMap(op => readdirSync(join(folder, op)).flatMap(file =>
  JSON.parse(readFileSync(join(folder, op, file))).tests.map(test => ({ op, file, ...test }))))
const text = test => (test.op === 'encode' ? JSON.stringify(test.input) : test.input)
ours(fixtures.map(t => request(t.op, text(t), t.options, true))).forEach((got, i) => {
  const t = fixtures[i]
  const fine = t.shouldError ? got.error !== undefined
    : got.error === undefined && (t.op === 'encode' ? got.text === t.expected
      : same(JSON.parse(got.text), t.expected, true))
  report('fixtures 3.3', `${t.op}/${t.file} ${t.name}`, fine, { ...t, got })
})

// --- the same inputs: our version 4 against the reference ----------------------------------------
function compareEncode(section, cases, shape3) {
  const reference = shape3 ? v3 : v4
  const answers = ours(cases.map(c => request('encode', JSON.stringify(c.value), c.options, shape3)))
  answers.forEach((got, i) => {
    const want = attempt(() => reference.encode(cases[i].value, cases[i].options))
    report(section, cases[i].name, got.text === want.value, { ...cases[i], got, want, shape3 })
  })
}

function compareDecode(section, cases) {
  const answers = ours(cases.map(c => request('decode', c.text, c.options)))
  answers.forEach((got, i) => {
    const want = attempt(() => v4.decode(cases[i].text, cases[i].options))
    const fine = got.error !== undefined || want.error !== undefined
      ? (got.error === undefined) === (want.error === undefined)
      : same(JSON.parse(got.text), want.value, true)
    report(section, cases[i].name, fine, { ...cases[i], got, want })
  })
}

const encodes = fixtures.filter(t => t.op === 'encode' && !t.options?.keyFolding)
compareEncode('fixture inputs, encode', encodes.map(t => ({ name: t.name, value: t.input, options: t.options })))
const decodes = fixtures.filter(t => t.op === 'decode' && !t.options?.expandPaths)
compareDecode('fixture inputs, decode', decodes.flatMap(t => [true, false].map(strict =>
  ({ name: `${t.name} (${strict ? 'strict' : 'lenient'})`, text: t.input, options: { ...t.options, strict } }))))

// --- random documents and damaged texts ----------------------------------------------------------
let state = Number(seed) >>> 0
function random(n) { // xorshift
  state ^= state << 13; state >>>= 0
  state ^= state >>> 17
  state ^= state << 5; state >>>= 0
  return state % n
}
const pick = list => list[random(list.length)]
const letters = ['a', 'b', 'key', 'x y', '-', '#', ':', ',', '|', '\t', '"', '\\', '\n', '[', ']', '{', '}', '.',
  '_', '0', '1', 'e', ' ', 'é', '世', '😀', '\u0001', '\u00a0', '+', 'true', 'null', '\ufeff']
const word = most => Array.from({ length: random(most + 1) }, () => pick(letters)).join('')
const name = () => (random(4) ? pick(['a', 'b', 'c', 'id', 'name', 'a.b', '_x']) : 'k' + word(3))
function scalar() {
  switch (random(8)) {
    case 0: return pick([null, true, false])
    case 1: return pick([0, -0, 1, -1.5, 1e21, 1e-7, 123456789012345680000, 0.000001, 5e-324, 1.7976931348623157e308])
    case 2: return (random(2000000) - 1000000) / pick([1, 10, 1000])
    case 3: return pick(['true', '05', '-1', '+1', '1e5', '', ' ', '[]', 'a: b', '- a', '# c', 'null '])
    default: return word(4)
  }
}
function record(fields, depth) {
  return Object.fromEntries(fields.map(([key, inner]) => [key, inner ? record(inner, depth + 1) : scalar()]))
}
const shuffled = fields => fields.map(f => [random(100), f]).sort((a, b) => a[0] - b[0]).map(f => f[1])
const shape = depth => Array.from({ length: 1 + random(3) }, () =>
  [name(), depth < 3 && random(4) === 0 ? shape(depth + 1) : null])
function value(depth) {
  if (depth > 4) return scalar()
  switch (random(9)) {
    case 0: return Array.from({ length: random(4) }, scalar)
    case 1: return Array.from({ length: random(4) }, () => value(depth + 1))
    case 2: case 3: { // rows, now and then with one that differs
      const fields = shape(0)
      return Array.from({ length: 1 + random(4) }, () =>
        random(20) ? record(random(3) ? fields : shuffled(fields), 0) : value(depth + 1))
    }
    case 4: case 5: {
      const fields = shape(0)
      return Object.fromEntries(Array.from({ length: 1 + random(3) }, () =>
        [name(), random(20) ? record(fields, 0) : value(depth + 1)]))
    }
    case 6: case 7: return Object.fromEntries(Array.from({ length: random(4) }, () => [name(), value(depth + 1)]))
    default: return scalar()
  }
}
const options = () => ({ delimiter: pick([',', ',', '\t', '|']), indentSize: pick([2, 2, 2, 4, 1]) })
const cases = Array.from({ length: Number(documents) }, (_, i) => ({ name: `document ${i}`, value: value(0), options: options() }))
compareEncode('random documents, encode', cases)
compareEncode('random documents, encode in shape 3', cases.map(c =>
  ({ ...c, options: { delimiter: c.options.delimiter, indent: c.options.indentSize } })), true)

const pieces = ['\n', '\n\n', ' ', '  ', '    ', '\t', '-', '- ', '- a: 1\n', ':', '"', ',', '|', '[', ']', '{', '}',
  '[]', '[1]', '[2:]', '{a}', 'a: 1\n', '  a: 1\n', 'x', '0', '\\', '\\u00e9', '#', '\n# c\n', '\r\n', '.5', '1.', '01']
function damage(source) {
  let result = source
  for (let n = 1 + random(3); n > 0; n--) {
    const at = random(result.length + 1), to = Math.min(result.length, at + random(4))
    const lines = result.split('\n')
    switch (random(4)) {
      case 0: result = result.slice(0, at) + result.slice(to); break
      case 1: result = result.slice(0, at) + pick(pieces) + result.slice(to); break
      case 2: result = result.slice(0, at) + pick(pieces) + result.slice(at); break
      default: lines.splice(random(lines.length + 1), random(2), pick(lines)); result = lines.join('\n')
    }
  }
  return result.isWellFormed?.() === false ? source : result
}
const texts = cases.map(c => ({ ...c, text: v4.encode(c.value, c.options) }))
const decoding = (t, name, text) => ({ name, text, options: { indentSize: t.options.indentSize, strict: random(4) > 0 } })
compareDecode('random documents, decode', texts.map(t => decoding(t, t.name, t.text)))
compareDecode('damaged documents, decode', texts.flatMap((t, i) =>
  [0, 1].map(n => decoding(t, `damaged ${i}.${n}`, damage(t.text)))))

let failed = 0
for (const [section, total] of Object.entries(totals)) {
  console.log(`${section}: ${total.passed} passed, ${total.failed} failed, ${total.known} known differences`)
  failed += total.failed
}
process.exit(failed ? 1 : 0)
