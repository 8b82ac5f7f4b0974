// Real files of each language, read as Latin-1: of git directories at their HEAD, and of directories.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from './languages.mjs'

const SMALLEST = 1500, LARGEST = 60000

const known = new Map()
function listed(place) {
    if (!known.has(place)) known.set(place, list(place))
    return known.get(place)
}

function list(place) {
    if (!existsSync(join(place, 'objects'))) {
        const walk = folder => readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
            const path = join(folder, entry.name)
            return entry.isDirectory() ? (entry.name === '.git' ? [] : walk(path)) : entry.isFile() ? [path] : []
        })
        return walk(place).map(path => ({ path, size: statSync(path).size, read: () => readFileSync(path, 'latin1') }))
    }
    const git = (...args) => spawnSync('git', ['-C', place, ...args], { encoding: 'latin1', maxBuffer: 1 << 30 }).stdout
    return git('ls-tree', '-r', '-l', 'HEAD').trim().split('\n').map(line => {
        const [, id, size, path] = /^\d+ \w+ (\w+) +(\S+)\t(.*)$/.exec(line) ?? []
        return { path: path ?? '', size: +size || 0, read: () => git('cat-file', 'blob', id) }
    })
}

// Up to `count` files with one of these endings, spread over what there is.
export function filesOf(places, endings, count) {
    const files = places.map(listed).flatMap(list => {
        const fit = list.filter(({ path, size }) => size >= SMALLEST && size <= LARGEST &&
            endings.some(ending => path.endsWith(ending)) && !path.endsWith('.d.ts') && !/\.min\.|vendor\/|generated/.test(path))
        const step = Math.max(1, fit.length / count)
        return Array.from({ length: Math.min(count, fit.length) }, (_, i) => fit[Math.floor(i * step)])
    })
    const step = Math.max(1, files.length / count)
    return Array.from({ length: Math.min(count, files.length) }, (_, i) => files[Math.floor(i * step)])
        .map(file => ({ path: file.path, text: file.read().replaceAll('\r', '').replace(/^\xef\xbb\xbf/, '') }))
}

// By language.
export function sources(places, count) {
    return Object.fromEntries(Object.entries(languages).map(([id, { endings }]) => [id, filesOf(places, endings, count)]))
}
