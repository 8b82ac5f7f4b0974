// The files that the tests read.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

export const lines = (count, line = (n) => `line ${n}`) => Array.from({ length: count }, (_, i) => line(i + 1) + '\n').join('')

export function cSource(functions) {
    return '#include <stdio.h>\n\n' + lines(functions, (n) =>
        `/* Does part ${n} of the work. */\nint work_${n}(int first, const char *second)\n{\n    printf("%d %s\\n", first, second);\n    return ${n};\n}\n`)
}

// A grey picture.
export function png(width, height) {
    const chunk = (type, data) => {
        const body = Buffer.concat([Buffer.from(type), data])
        const frame = Buffer.alloc(8)
        frame.writeUInt32BE(data.length, 0)
        frame.writeUInt32BE(crc32(body), 4)
        return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
    }
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head[8] = 8
    const rows = Buffer.alloc((width + 1) * height, 0x40)
    for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

// Within both limits of pi, or asked for in part, or not readable at all: the built-in's answer stands.
export function makeSmall({ work, home }, fovea) {
    const files = {
        'small.c': cSource(3),
        'empty.txt': '',
        'newlines.txt': '\n\n\n',
        'open-end.txt': 'one\ntwo',
        'crlf.txt': 'one\r\ntwo\r\n',
        'bom.txt': '\ufeffwith a mark\n',
        'limit-lines.txt': lines(2000),
        'limit-bytes.txt': lines(512, () => 'x'.repeat(99)),
        'with space.txt': 'space\n',
        'ünïcode-日本.txt': 'unicode\n',
        'Capture d\u2019écran.txt': 'curly\n',
        'Shot 9.41\u202fAM.txt': 'narrow space\n',
        ['decomposed-' + 'é'.normalize('NFD') + '.txt']: 'nfd\n',
        '-dash.txt': 'dash\n',
        'big.c': cSource(500),
        'latin1.txt': Buffer.from('caf\xe9\n', 'latin1'),
        'binary.bin': readFileSync(fovea).subarray(0, 2000),
        'dot.png': png(1, 1),
        'wide.png': png(3000, 20),
        'not-a.png': 'just text\n',
    }
    for (const [name, content] of Object.entries(files)) writeFileSync(join(work, name), content)
    writeFileSync(join(home, 'in-home.txt'), 'home\n')
    mkdirSync(join(work, 'folder'))
    const whole = [...Object.keys(files).filter((name) => name !== 'big.c'), '@small.c', './small.c', 'folder/../small.c', join(work, 'small.c'),
        '~/in-home.txt', '@~/in-home.txt', 'with\u00a0space.txt', "Capture d'écran.txt", 'Shot 9.41 AM.txt', 'decomposed-é.txt',
        'missing.c', 'folder', 'folder/', '', '~', '../missing', 'small.c/x']
    return [
        ...whole.map((path) => ({ path })),
        { path: 'big.c', offset: 1 }, { path: 'big.c', offset: 0 }, { path: 'big.c', offset: 2900 }, { path: 'big.c', limit: 5 },
        { path: 'big.c', offset: 10, limit: 3 }, { path: 'big.c', offset: 1, limit: 2500 }, { path: 'big.c', offset: 3502 },
        { path: 'big.c', offset: 3503 }, { path: 'big.c', offset: 3504 }, { path: 'big.c', offset: 99999, limit: 2 }, { path: 'big.c', limit: 0 },
        { path: 'big.c', offset: -4 }, { path: 'big.c', limit: -1 }, { path: 'big.c', offset: '12', limit: '2' },
        { path: 'big.c', offset: 2.5, limit: 2 }, { path: 'small.c', offset: 2, limit: 2 }, { path: 'empty.txt', offset: 1 },
        { path: 'dot.png', offset: 3 }, {}, { path: 7 },
    ]
}
