// Remotes over HTTP (src/share/remote_http.c, remote_s3.c, remote_oci*.c, by remote_driver) against scripted servers: broken
// bodies, cut connections, redirects, challenges, busy servers; what each server saw of the credentials.
import { createHash, createHmac } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTls } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ask, blob, directory, environment, everything, home, same } from './remote_case.mjs'
import { expect, finish } from './mcp_client.mjs'

const SECRET = 'hunter2secret', TYPE = 'application/vnd.oci.image.manifest.v1+json'
const sha = bytes => createHash('sha256').update(bytes).digest('hex')
const EMPTY = sha('{}')

// A server whose answers `reply` gives; it stores files, unless `reply` answers.
async function serve({ host = '127.0.0.1', tls } = {}) {
    const server = { requests: [], files: new Map(), reply: () => false }
    const answer = (request, response) => {
        const pieces = []
        request.on('error', () => {})
        request.on('data', piece => pieces.push(piece))
        request.on('end', () => {
            const body = Buffer.concat(pieces), path = request.url
            const seen = { method: request.method, path, headers: request.headers, body }
            server.requests.push(seen)
            if (server.reply(seen, response) !== false) return
            if (request.method === 'PUT') { server.files.set(path, body); return response.writeHead(201).end() }
            const file = server.files.get(path)
            if (!file) return response.writeHead(404).end('nothing here')
            const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
            response.writeHead(from ? 206 : 200, { 'content-length': file.length - from, ...from && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` } })
            response.end(request.method === 'HEAD' ? undefined : file.subarray(from))
        })
    }
    const listener = tls ? createTls(tls, answer) : createServer(answer)
    await new Promise(resolve => listener.listen(0, host, resolve))
    server.port = listener.address().port
    server.place = `${host}:${server.port}`
    server.url = `http://${server.place}`
    server.close = () => { listener.close(); listener.closeAllConnections() }
    return server
}
const main = await serve(), other = await serve(), far = await serve({ host: '127.0.0.2' })
const leaked = server => server.requests.some(seen => JSON.stringify([seen.path, seen.headers, String(seen.body)]).includes(SECRET) || /basic|bearer/i.test(seen.headers.authorization ?? ''))
function fresh() {
    for (const server of [main, other, far]) { server.requests.length = 0; server.files.clear(); server.reply = () => false }
}
const netrc = text => { writeFileSync(join(home, '.netrc'), text); chmodSync(join(home, '.netrc'), 0o600) }
const docker = config => { mkdirSync(join(home, '.docker'), { recursive: true }); writeFileSync(join(home, '.docker/config.json'), JSON.stringify(config)) }
const basic = 'Basic ' + Buffer.from(`ci:${SECRET}`).toString('base64')
netrc(`machine 127.0.0.1 login ci password ${SECRET}\n`)

const content = Buffer.alloc(300000, 'fovea '), file = blob(content), small = blob('small')
const url = `${main.url}/base`, at = `/base/blobs/sha256/${sha(content).slice(0, 2)}/${sha(content)}`
const put = bytes => main.files.set(at, bytes)
const get = (target = url, more = {}) => same(target, [file], { more })

// ---- a good server: what goes out ----
{
    fresh()
    let done = await ask(url, 'publish', ['main', file, small])
    expect(done.status === 0 && done.put === 300005, `published (${done.error})`)
    expect(main.files.has(at) && main.files.has('/base/pointers/main.json'), 'the layout of a folder')
    expect(main.requests.every(seen => seen.headers.authorization === basic && seen.headers['user-agent'] === 'fovea' && !seen.headers.expect), 'each request has the credentials of its host')
    done = await ask(`${url}///`, 'publish', ['main', file, small])
    expect(done.status === 0 && done.put === 0, 'nothing twice, slashes or not')
    expect((await get()).equal, 'and back')
    main.requests.length = 0
    done = await ask(url, 'pointer', ['..'])
    expect(done.code === 2 && !main.requests.length, 'a name with dots is asked of nobody')
    done = await ask(`${main.url}/a?b=c`, 'has', [file])
    expect(done.code === 2, 'no query in a target')
    done = await ask(`http://ci:${SECRET}@${main.place}/x`, 'has', [file])
    expect(done.code === 2 && !main.requests.length, 'no password in a target')
}

// ---- bodies that are not what they should be ----
for (const [what, reply, error] of [
    ['another content', (_, response) => response.end(Buffer.alloc(300000, 'x')), 'another content'],
    ['a short body', (_, response) => response.end(content.subarray(1)), 'instead of'],
    ['no body', (_, response) => response.end(), 'instead of'],
    ['a body that is longer', (_, response) => response.end(Buffer.concat([content, content])), 'longer than its manifest'],
    ['an endless body', (_, response) => { const more = () => { while (response.write(Buffer.alloc(1 << 16))); response.once('drain', more) }; more() }, 'too long'],
    ['a length that is a lie', (_, response) => { response.writeHead(200, { 'content-length': 300001 }); response.write(content); setTimeout(() => response.destroy(), 50) }, 'breaks off'],
    ['no HTTP', (_, response) => { response.socket.end('hello\r\n\r\n') }, ''],
    ['nothing', (_, response) => response.socket.destroy(), ''],
    ['a part that was not asked for', (seen, response) => { if (!seen.headers.range) { response.writeHead(200, { 'content-length': 300000 }); response.write(content.subarray(0, 1000)); return setTimeout(() => response.destroy(), 50) } response.writeHead(206, { 'content-range': 'bytes 0-299999/300000' }).end(content) }, 'another part'],
    ['404', (_, response) => response.writeHead(404).end('x'.repeat(5000)), 'is missing'],
    ['500', (_, response) => response.writeHead(500, { 'retry-after': '0' }).end(), 'status 500'],
    ['a wrong range for good', (_, response) => response.writeHead(416).end(), 'status 416'],
]) {
    fresh()
    main.reply = (seen, response) => seen.method === 'GET' ? reply(seen, response) : false
    const done = await get()
    expect(done.status !== 0 && !done.equal && done.error?.includes(error), `${what}: ${done.error}`)
}

// ---- connections that break: the transfer goes on where it ended ----
{
    fresh()
    put(content)
    const ranges = []
    main.reply = (seen, response) => {
        if (seen.method !== 'GET') return false
        const from = Number(/bytes=(\d+)-/.exec(seen.headers.range ?? '')?.[1] ?? 0), to = Math.min(from + 100000, content.length)
        ranges.push(from)
        response.writeHead(from ? 206 : 200, { 'content-length': content.length - from, ...from && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } })
        response.write(content.subarray(from, to))
        setTimeout(() => to === content.length ? response.end() : response.destroy(), 50)
    }
    let done = await get()
    expect(done.equal && ranges.length >= 3 && ranges[1] > 0 && ranges.at(-1) > ranges[1], `resumed by ranges (${ranges} ${done.error})`)
    let tries = 0
    main.reply = (seen, response) => { // a server without ranges
        if (seen.method !== 'GET') return false
        response.writeHead(200, { 'content-length': content.length })
        response.write(content.subarray(0, tries++ ? content.length : 1000))
        setTimeout(() => response.destroy(), 50)
    }
    done = await get()
    expect(done.equal && tries === 2, `begun again (${done.error})`)
}

// ---- busy servers ----
for (const [status, headers] of [[429, { 'retry-after': '1' }], [503, { 'retry-after': '1' }], [503, {}], [502, {}]]) {
    fresh()
    put(content)
    const times = []
    main.reply = (seen, response) => { times.push(Date.now()); return times.length < 3 ? response.writeHead(status, headers).end() : false }
    const done = await get()
    expect(done.equal && times.length === 3 && (!headers['retry-after'] || times[1] - times[0] >= 900), `${status} (${done.error}, ${times.length})`)
}
{
    fresh()
    main.reply = (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end()
    const since = Date.now(), done = await get()
    expect(done.status === 1 && done.error.includes('503') && Date.now() - since < 5000, `a wait of an hour is not waited for (${done.error})`)
    main.reply = (seen, response) => seen.method === 'PUT' ? response.writeHead(405).end() : false
    const read = await ask(url, 'publish', ['main', file])
    expect(read.status === 1 && read.hint.includes('PUT'), 'a server that only reads')
}

// ---- folders that must be made ----
{
    fresh()
    const folders = new Set(['/'])
    main.reply = (seen, response) => {
        const parent = seen.path.replace(/\/$/, '').replace(/[^/]*$/, '')
        if (seen.method === 'MKCOL') { if (!folders.has(parent)) return response.writeHead(409).end(); folders.add(seen.path); return response.writeHead(201).end() }
        return seen.method === 'PUT' && !folders.has(parent) ? response.writeHead(409).end() : false
    }
    folders.add('/base/')
    const done = await ask(url, 'publish', ['main', file])
    expect(done.status === 0 && folders.has('/base/pointers/') && (await get()).equal, `WebDAV without folders (${done.error})`)
}

// ---- manifests ----
{
    fresh()
    for (const [what, body, error] of [['4 MB and more', ' '.repeat((4 << 20) + 1), 'too long'], ['an endless one', null, 'too long']]) {
        main.reply = (_, response) => {
            if (body) return response.end(body)
            const more = () => { while (response.write(Buffer.alloc(1 << 16))); response.once('drain', more) }
            more()
        }
        const done = await ask(url, 'pointer', ['main'])
        expect(done.status === 1 && done.error.includes(error), `${what}: ${done.error}`)
    }
    main.reply = (_, response) => response.end(' '.repeat(4 << 20))
    expect((await ask(url, 'pointer', ['main'])).found === true, 'one of 4 MB comes')
}

// ---- redirects ----
{
    fresh()
    other.files.set('/signed?x=1', content)
    main.reply = (seen, response) => seen.method === 'GET' ? response.writeHead(307, { location: `${other.url}/signed?x=1#part` }).end() : false
    let done = await get()
    expect(done.equal && other.requests.length === 1 && !leaked(other), `another port gets no credentials (${done.error})`)
    other.requests.length = 0
    main.reply = (seen, response) => seen.method === 'GET' ? response.writeHead(302, { location: `http://localhost:${other.port}/signed?x=1` }).end() : false
    netrc(`machine 127.0.0.1 login ci password ${SECRET}\nmachine localhost login ci password ${SECRET}\n`)
    done = await get()
    expect(done.equal && other.requests.length === 1 && !leaked(other), 'nor does another host, even one with an entry')
    netrc(`machine 127.0.0.1 login ci password ${SECRET}\n`)
    main.requests.length = 0
    main.reply = (seen, response) => seen.path === '/moved' ? response.end(content) : response.writeHead(301, { location: '../../../../moved'.replace(/.*\//, '/') }).end()
    done = await get()
    expect(done.equal && main.requests.every(seen => seen.headers.authorization === basic), 'the same origin keeps them')
    for (const [what, location, error] of [['a loop', at, 'more than 5 times'], ['no address', 'http://', 'no address'], ['a file', 'file:///etc/passwd', 'no address'], ['nothing', '', ''], ['a login', `http://x:y@${other.place}/`, 'no address'], ['control characters', 'http://a\tb/', 'no address']]) {
        fresh()
        main.reply = (_, response) => response.writeHead(302, { location }).end()
        done = await get()
        expect(done.status === 1 && done.error.includes(error) && main.requests.length <= 7 && !other.requests.length, `${what}: ${done.error} (${main.requests.length})`)
    }
    fresh()
    main.reply = (seen, response) => seen.method === 'PUT' ? response.writeHead(307, { location: `${other.url}/x` }).end() : false
    done = await ask(url, 'put', [file])
    expect(done.status === 1 && done.error.includes('307') && !other.requests.length, `an upload is not redirected (${done.error})`)
    // a server elsewhere: 127.0.0.2 is not this machine's name
    fresh()
    far.reply = (_, response) => response.writeHead(302, { location: `${main.url}${at}` }).end()
    put(content)
    done = await get(`${far.url}/base`)
    expect(done.status === 1 && done.error.includes('to this machine') && !main.requests.length, `from elsewhere to this machine (${done.error})`)
}

// ---- credentials ----
{
    fresh()
    put(content)
    netrc(`machine 127.0.0.2 login ci password ${SECRET}\n`)
    let done = await get(`${far.url}/base`)
    expect(done.code === 2 && !far.requests.length, 'not without TLS to another machine')
    done = await get(`${far.url}/base`, { FOVEA_SHARE_TOKEN: SECRET, FOVEA_SHARE_TOKEN_HOST: '127.0.0.2', NETRC: '/nowhere' })
    expect(done.code === 2 && !far.requests.length, 'nor is a token')
    await get(`${far.url}/base`, { FOVEA_SHARE_TOKEN: SECRET, FOVEA_SHARE_TOKEN_HOST: '127.0.0.1', NETRC: '/nowhere' })
    await get(`${far.url}/base`, { FOVEA_SHARE_TOKEN: SECRET, NETRC: '/nowhere' })
    expect(far.requests.length === 2 && !leaked(far), 'a token goes to its host alone')
    await get(url, { FOVEA_SHARE_TOKEN: SECRET, FOVEA_SHARE_TOKEN_HOST: main.place })
    expect(main.requests.at(-1).headers.authorization === `Bearer ${SECRET}`, 'a token')
    chmodSync(join(home, '.netrc'), 0o644)
    done = await get()
    expect(done.code === 2 && done.error.includes('accessible'), 'a .netrc that others can read')
    netrc(`machine 127.0.0.1 login ci password ${SECRET}\n`)
    main.reply = (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    main.requests.length = 0
    done = await get()
    expect(done.status === 1 && done.hint.includes('docs/remotes.md') && main.requests.length === 1, 'a refusal is not repeated')
    const log = join(directory, 'curl.log'), bin = join(directory, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'curl'), `#!/bin/sh\necho "$@" >>${log}\nenv >>${log}\nexec ${process.env.CURL ?? '/usr/bin/curl'} "$@"\n`, { mode: 0o755 })
    main.reply = () => false
    done = await get(url, { PATH: `${bin}:${environment.PATH}` })
    const text = readFileSync(log, 'utf8')
    expect(done.equal && text.includes('--config') && !text.includes(SECRET), 'no password in arguments or environment')
}

// ---- S3: signatures, computed here again ----
function signature({ method, path, headers }, secret) {
    const [, id, day, region, names, given] = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(headers.authorization ?? '') ?? []
    const [place, query = ''] = path.split('?'), hmac = (key, text) => createHmac('sha256', key).update(text).digest()
    const canonical = [method, place, query, ...(names ?? '').split(';').map(name => `${name}:${headers[name]}`), '', names, headers['x-amz-content-sha256']].join('\n')
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, sha(canonical)].join('\n')
    const key = [day, region, 's3', 'aws4_request'].reduce(hmac, 'AWS4' + secret)
    return { id, region, given, right: hmac(key, text).toString('hex'), names }
}
{
    // the example of Amazon's documentation
    const example = { method: 'GET', path: '/?lifecycle=', headers: { host: 'examplebucket.s3.amazonaws.com', 'x-amz-content-sha256': sha(''), 'x-amz-date': '20130524T000000Z', authorization: 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543' } }
    const known = signature(example, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')
    expect(known.given === known.right, 'the verifier agrees with the documentation')
    fresh()
    const keys = { AWS_ENDPOINT_URL: main.url, AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: SECRET, AWS_REGION: 'eu-west-3' }
    let done = await ask('s3://bucket/pre/fix', 'publish', ['main', file, small], { more: keys })
    expect(done.status === 0 && (await same('s3://bucket/pre/fix/', [file], { more: keys })).equal, `published (${done.error})`)
    expect(main.files.has('/bucket/pre/fix/pointers/main.json'), 'the bucket is part of the path')
    for (const seen of main.requests) {
        const { given, right, id, region } = signature(seen, SECRET)
        expect(given === right && id === 'AKID' && region === 'eu-west-3' && seen.headers['x-amz-content-sha256'] === sha(seen.body), `signed: ${seen.method} ${seen.path}`)
    }
    expect(!leaked(main), 'the secret key is not sent')
    main.requests.length = 0
    await ask('s3://bucket', 'has', [small], { more: { ...keys, AWS_SESSION_TOKEN: 'session' } })
    const session = signature(main.requests[0], SECRET)
    expect(session.given === session.right && session.names.includes('x-amz-security-token') && main.requests[0].headers['x-amz-security-token'] === 'session', 'a session token is sent and signed')
    main.requests.length = 0
    await ask('s3://bucket', 'has', [small], { more: { AWS_ENDPOINT_URL: main.url } })
    expect(!main.requests[0].headers.authorization, 'without keys, no signature')
    main.reply = (_, response) => response.writeHead(307, { location: `${other.url}${at}` }).end()
    other.files.set(at, content)
    done = await get('s3://bucket', keys)
    expect(done.equal && !other.requests.some(seen => seen.headers.authorization || seen.headers['x-amz-date']), 'another host gets no signature')
    main.reply = (seen, response) => seen.method === 'HEAD' ? response.writeHead(403).end() : false
    done = await ask('s3://bucket', 'publish', ['main', small], { more: keys })
    expect(done.status !== 0 || done.put === 5, 'a store that does not say what is missing')
    for (const bad of ['s3://', 's3://a', 's3://UP er', 's3://bucket/../x', 's3://bucket/a//b', 's3://bucket/%2e%2e', 's3://bucket?x', 's3://b@evil/x'])
        expect((await ask(bad, 'has', [small], { more: keys })).code === 2, `refused: ${bad}`)
}

// ---- a registry ----
const registry = `oci://${main.place}/team/index`
let uploads = 0
// What a registry does; `token` is wanted for it.
function registryReply({ token, mount } = {}) {
    const sessions = new Map()
    return (seen, response) => {
        const { pathname, searchParams } = new URL(seen.path, 'http://x')
        if (token && seen.headers.authorization !== `Bearer ${token}`) return false
        if (seen.method === 'POST' && pathname.endsWith('/blobs/uploads/')) {
            if (mount && searchParams.get('from') === mount) return response.writeHead(201).end()
            const id = `/up/${++uploads}?state=x`
            sessions.set(id, Buffer.alloc(0))
            return response.writeHead(202, { location: id }).end()
        }
        const session = `${pathname}?state=${searchParams.get('state')}`
        if (sessions.has(session)) {
            const had = sessions.get(session)
            if (seen.method === 'GET') return response.writeHead(204, { location: session, range: `0-${Math.max(had.length - 1, 0)}` }).end()
            if (seen.method === 'PATCH' && Number(seen.headers['content-range'].split('-')[0]) !== had.length) return response.writeHead(416, { location: session, range: `0-${had.length - 1}` }).end()
            const all = Buffer.concat([had, seen.body])
            sessions.set(session, all)
            if (seen.method === 'PATCH') return response.writeHead(202, { location: session, range: `0-${all.length - 1}` }).end()
            if (`sha256:${sha(all)}` !== searchParams.get('digest')) return response.writeHead(400).end()
            main.files.set(`/v2/team/index/blobs/${searchParams.get('digest')}`, all)
            return response.writeHead(201).end()
        }
        return false
    }
}
const otherwise = (reply, challenge) => (seen, response) => {
    if (reply(seen, response) !== false) return true
    const wanted = challenge && !challenge.allowed(seen)
    return wanted ? response.writeHead(401, { 'www-authenticate': challenge.header }).end() && true : false
}
{
    fresh()
    main.reply = registryReply()
    let done = await ask(registry + ':tag', 'publish', ['main', file, small])
    expect(done.status === 0 && (await same(registry, [file, small])).equal, `published (${done.error})`)
    const manifest = main.requests.find(seen => seen.method === 'PUT' && seen.path === '/v2/team/index/manifests/main')
    expect(manifest?.headers['content-type'] === TYPE && JSON.parse(manifest.body).config.digest === `sha256:${EMPTY}`, 'a manifest by tag')
    expect(main.files.has(`/v2/team/index/blobs/sha256:${EMPTY}`), 'the empty config is there')
    expect(main.requests.every(seen => !seen.headers.authorization), 'credential-free')
    main.reply = registryReply({ mount: 'team/other' })
    done = await ask(registry, 'put', [blob(100)], { more: { FOVEA_SHARE_MOUNT: 'team/other' } })
    expect(done.status === 0 && !main.requests.at(-1).body.length, `mounted (${done.error})`)
    for (const bad of ['oci://', 'oci://host', `oci://${main.place}/`, `oci://${main.place}/Team`, `oci://${main.place}/a/../b`, `oci://${main.place}/a//b`, 'oci://a@b/c', 'oci://-x/y z'])
        expect((await ask(bad, 'has', [small])).code === 2, `refused: ${bad}`)
}
// chunks that break
{
    fresh()
    const large = blob(40 << 20), reply = registryReply()
    let patches = 0, gone = false
    main.reply = (seen, response) => {
        if (seen.method === 'PATCH' && ++patches === 2) return response.socket.destroy() // before it is stored
        if (seen.method === 'PATCH' && patches === 3) { reply(seen, { writeHead: () => ({ end() {} }) }); return response.socket.destroy() } // after
        if (seen.method === 'GET' && seen.path.startsWith('/up/') && gone) return response.writeHead(404).end()
        return reply(seen, response)
    }
    let done = await ask(registry, 'put', [large])
    expect(done.status === 0 && patches === 4 && uploads > 0 && (await same(registry, [large])).equal, `an upload goes on where it broke (${done.error}, ${patches})`)
    patches = 1
    gone = true
    done = await ask(registry, 'put', [blob(40 << 20)])
    expect(done.status === 0, `a registry that forgot the upload (${done.error})`)
    main.reply = (seen, response) => seen.method === 'PATCH' ? response.socket.destroy() : reply(seen, response)
    const since = Date.now()
    done = await ask(registry, 'put', [blob(17 << 20)])
    expect(done.status === 1 && Date.now() - since < 60000, `an upload that never succeeds ends (${done.error})`)
    main.reply = (seen, response) => seen.method === 'POST' ? response.writeHead(202, { location: `${other.url}/up` }).end() : false
    done = await ask(registry, 'put', [small])
    expect(!leaked(other), 'an upload to another host has no credentials')
    for (const location of ['', 'file:///x', 'http://'])
        expect((main.reply = (seen, response) => seen.method === 'POST' ? response.writeHead(202, location && { location }).end() : false, (await ask(registry, 'put', [small])).status === 1), `a place for uploads: ${location}`)
}
// tokens
docker({ auths: { [main.place]: { auth: Buffer.from(`ci:${SECRET}`).toString('base64') } } })
{
    fresh()
    const challenge = realm => ({ header: `Bearer realm="${realm}",service="reg",scope="repository:team/index:pull"`, allowed: seen => seen.path.startsWith('/token') || seen.headers.authorization === 'Bearer good' })
    const tokens = (seen, response) => seen.path.startsWith('/token') ? response.writeHead(200).end('{"token":"good"}') : false
    main.reply = otherwise((seen, response) => tokens(seen, response) !== false || registryReply({ token: 'good' })(seen, response), challenge(`${main.url}/token`))
    let done = await ask(registry, 'publish', ['main', small])
    const asked = main.requests.filter(seen => seen.path.startsWith('/token'))
    expect(asked.length === 1 && asked[0].headers.authorization === basic && decodeURIComponent(asked[0].path) === '/token?service=reg&scope=repository:team/index:pull,push', `a token is asked for once (${done.error}, ${asked.map(seen => seen.path)})`)
    expect(main.requests.filter(seen => !seen.path.startsWith('/token')).every(seen => !seen.headers.authorization || seen.headers.authorization === 'Bearer good'), 'the registry gets the token')
    // a realm elsewhere
    fresh()
    main.reply = otherwise(registryReply({ token: 'good' }), challenge(`${other.url}/token`))
    other.reply = tokens
    done = await ask(registry, 'pointer', ['main'])
    expect(done.status === 0 && done.found === false && other.requests.length === 1 && !leaked(other), `a realm elsewhere gets no credentials (${done.error})`)
    other.reply = (_, response) => response.writeHead(401).end()
    done = await ask(registry, 'pointer', ['main'])
    expect(done.status === 1 && done.hint.includes('FOVEA_SHARE_REALMS') && !leaked(other), `and the error says so (${done.error})`)
    other.reply = tokens
    other.requests.length = 0
    done = await ask(registry, 'pointer', ['main'], { more: { FOVEA_SHARE_REALMS: other.place } })
    expect(done.found === false && other.requests[0].headers.authorization === basic, 'one that the user allows gets them')
    for (const realm of [`${far.url}/token`, 'file:///x', '', `http://ci:x@${other.place}/token`, 'ftp://x/y']) {
        fresh()
        main.reply = otherwise(() => false, challenge(realm))
        done = await ask(registry, 'pointer', ['main'])
        expect(done.status !== 0 && !far.requests.length && !other.requests.length, `refused realm: ${realm} (${done.error})`)
    }
    // answers that are no tokens, and challenges without end
    for (const [what, answer] of [['no JSON', 'x'], ['no token', '{}'], ['a number', '{"token":1}'], ['an empty one', '{"token":""}'], ['control characters', '{"token":"a\\u000ab"}'], ['2 MB', ' '.repeat(2 << 20)], ['another host', null]]) {
        fresh()
        main.reply = otherwise((seen, response) => !seen.path.startsWith('/token') ? false : answer === null ? response.writeHead(302, { location: `${other.url}/token` }).end() : response.end(answer), challenge(`${main.url}/token`))
        done = await ask(registry, 'pointer', ['main'])
        expect(done.status === 1 && !other.requests.length, `a token: ${what} (${done.error})`)
    }
    fresh()
    let number = 0
    main.reply = (seen, response) => seen.path.startsWith('/token') ? response.end(`{"access_token":"t${number++}"}`) : response.writeHead(401, { 'www-authenticate': challenge(`${main.url}/token`).header }).end()
    done = await ask(registry, 'pointer', ['main'])
    expect(done.status === 1 && done.error.includes('401') && main.requests.length < 10, `401 for ever (${main.requests.length})`)
    main.requests.length = 0
    main.reply = (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    done = await ask(registry, 'pointer', ['main'])
    expect(done.status === 1 && main.requests.length === 2 && main.requests[1].headers.authorization === basic, `Basic that is refused (${main.requests.length})`)
    main.reply = (_, response) => response.writeHead(401).end()
    done = await ask(registry, 'pointer', ['main'])
    expect(done.status === 1, 'a 401 without a challenge')
    // an identity token, by the OAuth form
    docker({ auths: { [main.place]: { auth: Buffer.from('x:').toString('base64'), identitytoken: SECRET } } })
    fresh()
    main.reply = otherwise(tokens, challenge(`${main.url}/token`))
    done = await ask(registry, 'pointer', ['main'])
    const form = main.requests.find(seen => seen.path === '/token')
    expect(done.found === false && form?.method === 'POST' && String(form.body).includes(`refresh_token=${SECRET}`) && !main.requests.some(seen => seen.path.includes(SECRET)), `an identity token (${done.error})`)
    main.reply = otherwise(() => false, challenge(`${other.url}/token`))
    await ask(registry, 'pointer', ['main'])
    expect(!leaked(other), 'it goes nowhere else')
    for (const config of ['{', '[]', '{"auths":1,"credHelpers":[],"credsStore":{}}', '{"auths":{"x":{"auth":"%"}}}']) {
        writeFileSync(join(home, '.docker/config.json'), config)
        fresh()
        main.reply = otherwise(() => false, challenge(`${main.url}/token`))
        done = await ask(registry, 'pointer', ['main'])
        expect(done.status === 1 && done.error, `docker's configuration: ${config}`)
    }
    docker({ auths: { [main.place]: { auth: Buffer.from(`ci:${SECRET}`).toString('base64') } } })
}
// a blob that is elsewhere
{
    fresh()
    other.files.set('/storage', content)
    main.reply = (seen, response) => seen.headers.authorization !== basic ? response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end() : seen.path.includes('/blobs/') ? response.writeHead(307, { location: `${other.url}/storage` }).end() : false
    const done = await get(registry)
    expect(done.equal && other.requests.length === 1 && !leaked(other), `storage elsewhere gets no credentials (${done.error})`)
}

// ---- with TLS: a registry that is not this machine, through a proxy that takes its name ----
{
    const pem = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, 'chat_tls.pem'), text = readFileSync(pem, 'utf8')
    const secure = await serve({ tls: { key: text, cert: text } })
    const names = []
    const proxy = createServer().on('connect', (request, socket) => {
        names.push(request.url)
        const tunnel = connect(secure.port, '127.0.0.1', () => { socket.write('HTTP/1.1 200 OK\r\n\r\n'); tunnel.pipe(socket).pipe(tunnel) })
        for (const end of [tunnel, socket]) end.on('error', () => {})
    })
    await new Promise(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const more = { SSL_CERT_FILE: pem, HTTPS_PROXY: `http://127.0.0.1:${proxy.address().port}` }
    docker({ auths: { 'model.test': { auth: Buffer.from(`ci:${SECRET}`).toString('base64') } } })
    for (const [realm, error] of [[`${main.url}/token`, 'which is not used'], ['http://model.test/token', 'which is not used']]) {
        fresh()
        secure.reply = (_, response) => response.writeHead(401, { 'www-authenticate': `Bearer realm="${realm}"` }).end()
        const done = await ask('oci://model.test/team/index', 'pointer', ['main'], { more })
        expect(done.status === 1 && done.error.includes(error) && !main.requests.length, `a realm without TLS (${done.error})`)
    }
    secure.requests.length = 0
    secure.reply = (seen, response) => seen.headers.authorization === basic ? false : response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    let done = await ask('oci://model.test/team/index', 'pointer', ['main'], { more })
    expect(done.found === false && secure.requests.at(-1).headers.authorization === basic, `credentials by TLS (${done.error})`)
    netrc(`machine model.test login ci password ${SECRET}\n`)
    for (const [location, error] of [[`${main.url}${at}`, 'from https to http'], [`https://127.0.0.1:${secure.port}/x`, 'to this machine']]) {
        fresh()
        put(content)
        secure.reply = (_, response) => response.writeHead(302, { location }).end()
        done = await get('https://model.test/base', more)
        expect(done.status === 1 && done.error.includes(error) && !main.requests.length, `${error} (${done.error})`)
    }
    secure.requests.length = 0
    secure.reply = (seen, response) => seen.headers.host.endsWith(':444') ? response.end(content) : response.writeHead(302, { location: 'https://model.test:444/x' }).end()
    done = await get('https://model.test/base', more)
    expect(done.equal && secure.requests[0].headers.authorization === basic && !secure.requests[1].headers.authorization, `another port gets none (${done.error})`)
    done = await get('https://model.test/base', { HTTPS_PROXY: more.HTTPS_PROXY })
    expect(done.status === 1 && done.error.includes('certificate'), `a certificate that is not trusted (${done.error})`)
    proxy.close()
    secure.close()
}
for (const server of [main, other, far]) server.close()
expect(!everything.join('').includes(SECRET), 'no secret is in an answer or an error')
expect(!everything.join('').includes('"odd"'), 'every line is JSON')
finish()
