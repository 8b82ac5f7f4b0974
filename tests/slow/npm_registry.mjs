// npm_registry.mjs FOLDER: a registry on a loopback port that has the packages whose tarballs are in FOLDER and
// nothing else. Prints its address; ends when its standard input does.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const folder = process.argv[2]
const packages = new Map()
for (const file of readdirSync(folder).filter(name => name.endsWith('.tgz'))) {
    const path = join(folder, file)
    const manifest = JSON.parse(execFileSync('tar', ['xzOf', path, 'package/package.json'], { encoding: 'utf8' }))
    const integrity = 'sha512-' + createHash('sha512').update(readFileSync(path)).digest('base64')
    packages.set(manifest.name, { manifest, file, integrity })
}

const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url).slice(1)
    const file = [...packages.values()].find(one => path === `tarballs/${one.file}`)
    if (file) return response.end(readFileSync(join(folder, file.file)))
    const found = packages.get(path)
    if (!found) return response.writeHead(404).end('{}')
    const { manifest, integrity } = found
    const tarball = `http://127.0.0.1:${server.address().port}/tarballs/${found.file}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({
        name: manifest.name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist: { tarball, integrity } } },
    }))
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
process.stdin.on('end', () => process.exit()).resume()
