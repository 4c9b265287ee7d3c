import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { pki } from '../../support/pki.js'
import {
  listOfLists,
  listSigners,
  manyServices,
  nationalList,
  noticeUrl,
  pointerTo,
  pointerToItself,
} from '../../support/trusted-lists/index.js'
import { pem } from '../../trust/memory-files.js'
import { run } from './run-in-process.js'

const at = ['--at', '2026-08-01T12:00:00Z']
let folder = ''
let server: Server
let base = ''
const pages = new Map<string, Buffer>()
const asked: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'allkiri-trust-'))
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const page = pages.get(request.url ?? '')
    if (page === undefined) response.writeHead(404).end()
    else response.end(page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  rmSync(folder, { recursive: true, force: true })
})

let environment: Record<string, string> = {}
let count = 0
beforeEach(() => {
  asked.length = 0
  pages.clear()
  pages.set(
    '/lotl.xml',
    listOfLists({
      pointers: [
        { ...pointerToItself(listSigners.lotl.certificate), location: `${base}/lotl.xml` },
        pointerTo('EE', { location: `${base}/ee.xml` }),
      ],
    }),
  )
  pages.set('/ee.xml', nationalList('EE'))
  const name = join(folder, `case-${++count}`)
  writeFileSync(join(folder, 'signer.pem'), pem(listSigners.lotl.certificate.der))
  const source = { name: 'test', territory: 'EU', location: `${base}/lotl.xml`, anchors: [{ files: 'signer.pem', notice: noticeUrl }] }
  writeFileSync(join(folder, 'lists.json'), JSON.stringify({ sources: [source] }))
  environment = {
    ALLKIRI_TRUST_LISTS: join(folder, 'lists.json'),
    ALLKIRI_TRUST_STORE: name,
    ALLKIRI_TRUST_PRIVATE_ADDRESSES: 'true',
    ALLKIRI_CLOCK: '2026-08-01T12:00:00Z',
  }
})

describe('allkiri trust update', () => {
  it('allkiri trust update fetches, checks and keeps the lists; then they are there without a network', async () => {
    const { status, out } = await run(['trust', 'update'], environment)
    expect(out).toContain('4 services with 4 certificates are trusted.')
    expect(out).toMatch(/^EU \(list of lists\) +10 +1 {2}2026-06-01T00:00:00Z {2}2026-12-01T00:00:00Z$/m)
    expect(out).toMatch(/^EE +1 +4 {2}/m)
    expect(status).toBe(0)
    expect(asked).toEqual(['/lotl.xml', '/ee.xml'])
    asked.length = 0
    const shown = await run(['trust', 'status'], environment)
    expect(shown.out).toContain('4 services')
    expect(shown.status).toBe(0)
    expect(asked).toEqual([])
  })

  it('allkiri trust update says what could not be fetched or was refused, and exits with 1', async () => {
    await run(['trust', 'update'], environment)
    pages.set('/ee.xml', Buffer.from('<html/>'))
    const refused = await run(['trust', 'update'], environment)
    expect(refused.status).toBe(1)
    expect(refused.out).toMatch(/Refused:\n {2}.*\/ee\.xml: The document is a html, not a trusted list \(at 0\)\..*\(LIST_ROOT\)/)
    expect(refused.out).toContain('4 services')
    pages.delete('/ee.xml')
    const missing = await run(['trust', 'update'], environment)
    expect(missing.status).toBe(1)
    expect(missing.out).toMatch(/Not fetched:\n {2}EE \(http:.*status 404/)
  })

  it('allkiri trust update accepts a list that lost most of its services only with --accept-poorer', async () => {
    const rich = (services: number, sequenceNumber: number) =>
      nationalList('EE', { sequenceNumber, providers: [{ name: 'P', services: manyServices(services) }] })
    pages.set('/ee.xml', rich(20, 1))
    await run(['trust', 'update'], environment)
    pages.set('/ee.xml', rich(2, 2))
    expect((await run(['trust', 'update'], environment)).out).toContain('LIST_POORER')
    const accepted = await run(['trust', 'update', '--accept-poorer', 'EE'], environment)
    expect(accepted.out).toMatch(/^EE +2 +2 /m)
    expect(accepted.status).toBe(0)
  })

  it('allkiri trust update does not follow addresses into this machine or a private network unless a setting allows it', async () => {
    const { out, status } = await run(['trust', 'update'], { ...environment, ALLKIRI_TRUST_PRIVATE_ADDRESSES: 'false' })
    expect(status).toBe(1)
    expect(out).toContain('ALLKIRI_TRUST_PRIVATE_ADDRESSES')
    expect(asked).toEqual([])
  })

  it('allkiri trust update shows the same as JSON', async () => {
    const { out } = await run(['trust', 'update', '--json'], environment)
    expect(JSON.parse(out)).toMatchObject({
      services: 4,
      lists: [{ territory: 'EU' }, { territory: 'EE', sequenceNumber: 1 }],
      refused: [],
    })
  })
})

describe('allkiri trust history', () => {
  it('allkiri trust history shows what an update has changed since the one before, also as JSON', async () => {
    await run(['trust', 'update'], environment)
    expect((await run(['trust', 'history'], environment)).out).toBe('No change of the trusted lists is recorded.\n')
    pages.set('/ee.xml', nationalList('EE', { sequenceNumber: 2 }))
    await run(['trust', 'update'], environment)
    const shown = await run(['trust', 'history'], environment)
    expect(shown).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^2026-08-01T12:00:00Z {2}list-updated +The list EE has number 2; it had 1\.$/m),
    })
    const [first] = JSON.parse((await run(['trust', 'history', '--json'], environment)).out) as [object]
    expect(first).toEqual({ at: '2026-08-01T12:00:00Z', kind: 'list-updated', list: 'EE', text: 'The list EE has number 2; it had 1.' })
  })
})

describe('allkiri trust status', () => {
  it('allkiri trust status without lists says that nothing is trusted and what to do, and exits with 1', async () => {
    const advices: readonly (readonly [lists: string | undefined, advice: string])[] = [
      [environment['ALLKIRI_TRUST_LISTS'], 'Run "allkiri trust update" to fetch and check the lists of ALLKIRI_TRUST_LISTS.'],
      ['eu', 'Run "allkiri trust update" to fetch and check the trusted lists of the EU.'],
      ['none', 'Name trusted lists in ALLKIRI_TRUST_LISTS, or certificates in ALLKIRI_TRUST.'],
    ]
    for (const [lists = '', advice] of advices) {
      const { status, out } = await run(['trust', 'status'], { ...environment, ALLKIRI_TRUST_LISTS: lists })
      expect(out).toContain(`Nothing is trusted. ${advice}`)
      expect(status).toBe(1)
    }
  })

  it('allkiri trust status shows the state at another time with --at, and does not store it', async () => {
    await run(['trust', 'update'], environment)
    const before = storedFiles()
    const stale = await run(['trust', 'status', '--at', '2027-02-01T00:00:00Z'], environment)
    expect(stale.out).toMatch(/^EE .*STALE$/m)
    const early = await run(['trust', 'status', '--at', '2026-05-01T00:00:00Z'], environment)
    expect(early.out).toContain('(LIST_ISSUED_LATER)')
    expect(early.status).toBe(1)
    expect(storedFiles()).toEqual(before)
    expect((await run(['trust', 'status'], environment)).status).toBe(0)
  })

  it('allkiri trust status shows the kept lists of a folder that is empty or gone', async () => {
    const lists = join(folder, `lists-${count}`)
    const settings = join(folder, 'kept-folder.json')
    mkdirSync(lists)
    writeFileSync(join(lists, 'lotl.xml'), pages.get('/lotl.xml') ?? '')
    writeFileSync(join(lists, 'ee.xml'), pages.get('/ee.xml') ?? '')
    const source = { territory: 'EU', anchors: [{ files: 'signer.pem', notice: noticeUrl }], folder: lists }
    writeFileSync(settings, JSON.stringify({ sources: [source] }))
    const offline = { ...environment, ALLKIRI_TRUST_LISTS: settings }
    expect((await run(['trust', 'update'], offline)).status).toBe(0)
    for (const take of [
      () => rmSync(join(lists, 'ee.xml')),
      () => rmSync(join(lists, 'lotl.xml')),
      () => rmSync(lists, { recursive: true }),
    ]) {
      take()
      const { status, out } = await run(['trust', 'status'], offline)
      expect(out).toContain('4 services with 4 certificates are trusted.')
      expect(status).toBe(0)
    }
    const elsewhere = await run(['trust', 'status'], { ...offline, ALLKIRI_TRUST_STORE: join(folder, 'another-store') })
    expect(elsewhere.status).not.toBe(0)
    expect(elsewhere.err).toContain(lists)
  })
})

/** Names, sizes and times of the files in the store of this case. */
function storedFiles(): readonly string[] {
  const store = environment['ALLKIRI_TRUST_STORE'] ?? ''
  return readdirSync(store, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(store, name))
    return `${name} ${size} ${mtimeMs}`
  })
}

describe('allkiri trust check', () => {
  it('allkiri trust check checks a settings file with a folder, keeps nothing, and says what is wrong', async () => {
    writeFileSync(join(folder, 'lotl.xml'), pages.get('/lotl.xml') ?? '')
    writeFileSync(join(folder, 'ee.xml'), nationalList('EE', { signature: { signer: listSigners.stranger } }))
    const source = { territory: 'EU', anchors: [{ files: 'signer.pem', notice: noticeUrl }], folder: '.' }
    writeFileSync(join(folder, 'folder.json'), JSON.stringify({ sources: [source] }))
    const bad = await run(['trust', 'check', join(folder, 'folder.json'), ...at])
    expect(bad.status).toBe(1)
    expect(bad.out).toContain('(LIST_SIGNER_UNKNOWN)')
    writeFileSync(join(folder, 'ee.xml'), nationalList('EE'))
    const good = await run(['trust', 'check', join(folder, 'folder.json'), ...at])
    expect(good.status).toBe(0)
  })

  it.each([
    ['a path that does not exist', '/nowhere', 'no such file or folder'],
    ['a folder without lists', '.', 'holds no trusted list'],
  ])('allkiri trust check of %s is wrong usage, with a sentence', async (_, path, sentence) => {
    const empty = join(folder, 'empty')
    mkdirSync(empty, { recursive: true })
    const { status, err } = await run(['trust', 'check', path === '.' ? empty : path])
    expect(status).toBe(64)
    expect(err).toContain(sentence)
  })
})

describe('what cannot be used', () => {
  const settings = (name: string, source: object) => {
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify({ sources: [{ territory: 'EU', location: 'https://lists.example/lotl.xml', ...source }] }))
    return path
  }

  it.each<[string, object, readonly string[]]>([
    ['a file of certificates that is missing', { anchors: [{ files: 'lost.pem' }] }, ['lost.pem', 'write the path of one that exists']],
    ['a certificate that is none', { anchors: [{ files: 'hello.pem' }] }, ['hello.pem']],
    ['a folder that is missing', { anchors: [{ files: 'signer.pem' }], folder: 'lost' }, ['lost', 'write the path of one that exists']],
    ['a folder without lists', { anchors: [{ files: 'signer.pem' }], folder: 'nothing' }, ['nothing', 'holds no trusted list']],
  ])('what cannot be used in a settings file (%s) stops the command with a sentence that names it', async (_, source, sentences) => {
    writeFileSync(join(folder, 'hello.pem'), 'hello')
    mkdirSync(join(folder, 'nothing'), { recursive: true })
    const path = settings('unusable.json', source)
    for (const args of [
      ['trust', 'check', path],
      ['trust', 'update'],
      ['trust', 'status'],
    ]) {
      const { status, err } = await run(args, { ...environment, ALLKIRI_TRUST_LISTS: path })
      expect(status).toBe(64)
      for (const sentence of sentences) expect(err).toContain(sentence)
    }
  })

  it('what cannot be used in a folder (two lists of one country and number) is named, and refused', async () => {
    const two = join(folder, 'two')
    mkdirSync(two, { recursive: true })
    writeFileSync(join(two, 'lotl.xml'), listOfLists())
    writeFileSync(join(two, 'one.xml'), nationalList('EE'))
    writeFileSync(join(two, 'other.xml'), nationalList('EE', { issued: '2026-06-02T00:00:00Z' }))
    const path = settings('two.json', { anchors: [{ files: 'signer.pem', notice: noticeUrl }], folder: 'two' })
    const { status, out } = await run(['trust', 'check', path, ...at])
    expect(status).toBe(1)
    expect(out).toMatch(/other\.xml.*has changed without a new sequence number\. \(LIST_SEQUENCE\)/)
    // The countries of which there is nothing stand in one line.
    expect(out).toContain('There is no list of LV, FI. (LIST_MISSING)')
  })
})

describe('allkiri trust show', () => {
  it('allkiri trust show shows which services make a certificate what it is', async () => {
    await run(['trust', 'update'], environment)
    const file = join(folder, 'person.pem')
    writeFileSync(file, pem(pki.signer.certificate.der))
    const { status, out } = await run(['trust', 'show', file], environment)
    expect(status).toBe(0)
    expect(out).toContain('EE/1/1  Provider of EE: Issuing authority')
    expect(out).toContain('at issuance (2025-01-01T00:00:00Z): CA/QC, granted since 2016-07-01T00:00:00Z, ForeSignatures')
    expect(out).toContain('Qualified at 2026-08-01T12:00:00Z: yes, for signatures, key in a qualified device')
    const earlier = await run(['trust', 'show', file, '--at', '2016-01-01T00:00:00Z'], environment)
    expect(earlier.out).toContain('at 2016-01-01T00:00:00Z: not listed')
    expect(JSON.parse((await run(['trust', 'show', file, '--json'], environment)).out)).toMatchObject({ services: [{ service: 'EE/1/1' }] })
  })

  it('allkiri trust show exits with 1 for a certificate without trust services, and with 2 for a file that is not a certificate', async () => {
    const file = join(folder, 'foreign.pem')
    writeFileSync(file, pem(pki.foreignResponder.certificate.der))
    const stranger = await run(['trust', 'show', file], environment)
    expect(stranger.status).toBe(1)
    expect(stranger.out).toContain('No certification path leads from it to a trust anchor.')
    writeFileSync(file, 'hello')
    const none = await run(['trust', 'show', file], environment)
    expect(none.status).toBe(2)
    expect(none.err).toContain('neither')
    const missing = await run(['trust', 'show', '/nowhere.pem'], environment)
    expect(missing.status).toBe(2)
    expect(missing.err).toContain('There is no such file')
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
    expect((await run(['trust', 'show', file], environment)).status).toBe(2)
  })

  it('allkiri trust show reads a file up to the bound of a file of trust, and refuses a larger one before it is in memory', async () => {
    const file = join(folder, 'padded.pem')
    const padded = (bytes: number) => {
      writeFileSync(file, pem(pki.signer.certificate.der))
      // Text around PEM blocks is ignored.
      appendFileSync(file, Buffer.alloc(bytes - statSync(file).size, '\n'))
    }
    padded(limits.trust.maxFileBytes)
    expect((await run(['trust', 'show', file], environment)).err).toBe('')
    truncateSync(file, limits.trust.maxFileBytes + 1)
    const refused = await run(['trust', 'show', file], environment)
    expect(refused).toMatchObject({ status: 2, err: expect.stringContaining(`larger than ${limits.trust.maxFileBytes} bytes`) })
  })
})

describe('allkiri validate', () => {
  it('allkiri validate without lists says how to get them', async () => {
    const { err } = await run(['validate', '/nowhere'], { ALLKIRI_TRUST_STORE: join(folder, 'nothing') })
    expect(err).toContain('allkiri trust update')
  })
})
