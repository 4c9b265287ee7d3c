import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#config'
import { readZip } from '../../../../src/readers/zip/index.js'
import { signedContainer } from '../../../support/asice.js'
import { isBuilt, needs } from '../../../support/needs.js'
import { freePort, startService } from '../../../support/run-service.mjs'
import { trustPath } from '../../../support/trust.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const fixture = (name: string) => readFileSync(join(root, 'fixtures/documents', name)).toString('base64')

interface Conclusion {
  readonly signatures: readonly Record<string, unknown>[]
  readonly [member: string]: unknown
}

/** A file of a container. */
function entryOf(container: Uint8Array, name: string): Buffer {
  const entry = readZip(container, limits.zip).entries.find((each) => each.name === name)
  if (entry === undefined) throw new Error(`no entry ${name}`)
  return Buffer.from(entry.read())
}

/** The requests that published clients of SiVa 3 send, as their sources write them, and the members that they read. */
describe('clients of SiVa 3 (build first)', needs({ 'a build': isBuilt }), () => {
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    service = await startService({
      root,
      env: {
        ALLKIRI_TRUST: join(root, 'fixtures', trustPath('standard')),
        ALLKIRI_CLOCK: '2026-06-01T12:00:00Z',
        ALLKIRI_INTERFACE: 'siva3',
        ALLKIRI_PORT: String(await freePort()),
      },
    })
  })
  afterAll(async () => await service.stop())

  async function ask(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    const answer = await fetch(`${service.base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, never> }
  }
  const concluded = async (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => {
    const answer = await ask(path, body, headers)
    expect(answer.status).toBe(200)
    return (answer.body['validationReport'] as unknown as { readonly validationConclusion: Conclusion }).validationConclusion
  }

  it.each([
    ['sound.pdf', 'pdf-level-lt.pdf'],
    ['leping.ddoc', 'ddoc-1.3.ddoc'],
    ['leping.ddoc', 'ddoc-1.3-hashcode.ddoc'],
    ['muudetud.asice', 'data-file-changed.asice'],
  ])(
    'clients on libdigidocpp read every signature of %s (%s): texts where they need texts, no null, an error where it has not passed',
    async (filename, file) => {
      const { signatures } = await concluded(
        '/V3/validate',
        { filename, document: fixture(file), signaturePolicy: 'POLv4' },
        { 'content-type': 'application/json;charset=UTF-8', connection: 'close' },
      )
      expect(signatures.length).toBeGreaterThan(0)
      for (const signature of signatures) {
        for (const member of ['id', 'claimedSigningTime', 'signatureFormat', 'indication', 'signedBy'])
          expect([member, typeof signature[member]]).toEqual([member, 'string'])
        expect(JSON.stringify(signature)).not.toMatch(/:(null|"")[,}]/)
        const errors = signature['errors'] as readonly unknown[] | undefined
        expect([signature['indication'] === 'TOTAL-PASSED', errors?.length === 0]).toEqual([errors === undefined, false])
        expect(signature['signatureMethod']).toMatch(/^http:\/\/www\.w3\.org\//)
        expect(signature['certificates']).toContainEqual(
          expect.objectContaining({ type: 'SIGNING', commonName: expect.any(String), content: expect.any(String) }),
        )
      }
    },
  )

  it('clients on libdigidocpp show of DIGIDOC-XML the digest of the signature value that its confirmation covers, and not as a MessageImprint', async () => {
    const ddoc = readFileSync(join(root, 'fixtures/documents/ddoc-1.3.ddoc'), 'utf8')
    const values = [...ddoc.matchAll(/<SignatureValue[^>]*>([^<]+)</g)].map(([, text = '']) => Buffer.from(text, 'base64'))
    const { signatures } = await concluded('/V3/validate', { filename: 'leping.ddoc', document: fixture('ddoc-1.3.ddoc') })
    expect(signatures.map(({ info }) => (info as Record<string, unknown>)['timeAssertionMessageImprint'])).toEqual(
      values.map((value) => createHash('sha1').update(value).digest('base64')),
    )
  })

  it('the client of SiGa asks with a name and nothing else, and finds signatures, scopes and warnings below the conclusion', async () => {
    const conclusion = await concluded('/validate', { document: fixture('lt.asice'), filename: 'container.asice' })
    expect(conclusion.signatures[0]).toMatchObject({ signatureScopes: [{ name: 'leping.txt' }] })
  })

  it('the client of SiGa sends signature files with digests of the files, in whichever container they are kept', async () => {
    const container = signedContainer()
    const signature = entryOf(container, 'META-INF/signatures0.xml').toString('base64')
    const hash = createHash('sha256').update(entryOf(container, 'leping.txt')).digest('base64')
    const conclusion = await concluded('/validateHashcode', {
      signatureFiles: [{ signature, datafiles: [{ filename: 'leping.txt', hashAlgo: 'SHA256', hash }] }],
    })
    expect(conclusion.signatures[0]).toMatchObject({ signatureFormat: 'XAdES_BASELINE_LT', signatureScopes: [{ name: 'leping.txt' }] })
    const changed = await concluded('/validateHashcode', {
      signatureFiles: [
        { signature, datafiles: [{ filename: 'leping.txt', hashAlgo: 'SHA256', hash: Buffer.alloc(32).toString('base64') }] },
      ],
    })
    expect(changed.signatures[0]).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' })
  })

  it('the client of SiGa tells its own faults from those of the file by the key of a refusal', async () => {
    const document = Buffer.from('no container').toString('base64')
    expect(await ask('/validate', { document, filename: 'container.asice' })).toMatchObject({
      status: 400,
      body: { requestErrors: [{ key: 'document' }] },
    })
    const signature = Buffer.from('no signature').toString('base64')
    expect(await ask('/validateHashcode', { signatureFiles: [{ signature }] })).toMatchObject({
      status: 400,
      body: { requestErrors: [{ key: expect.stringMatching(/^(document|signatureFiles\.signature)$/) }] },
    })
    // Its base is the address of the interface, with or without a path.
    for (const base of ['', '/V3']) {
      const health = await fetch(`${service.base}${base}/monitoring/health`)
      expect([base, await health.json()]).toMatchObject([base, { status: 'UP', components: { ping: { status: 'UP' } } }])
    }
  })

  it('the demonstration program of SiVa sends a type that is null, and reads counts, names and data files', async () => {
    const conclusion = await concluded('/validate', {
      filename: 'leping.asice',
      document: fixture('lt.asice'),
      signaturePolicy: 'POLv3',
      reportType: 'Simple',
      documentType: null,
    })
    expect(conclusion).toMatchObject({ validatedDocument: { filename: 'leping.asice' }, validSignaturesCount: 1, signaturesCount: 1 })
    const files = await ask('/getDataFiles', { document: fixture('ddoc-1.3.ddoc'), filename: 'leping.ddoc' })
    expect(files).toMatchObject({
      status: 200,
      body: {
        dataFiles: [
          { filename: 'leping.txt', size: 71 },
          { filename: 'lisa.txt', size: 24 },
        ],
      },
    })
  })

  it('programs that watch a service find its state at the three addresses', async () => {
    for (const path of ['heartbeat', 'version', 'prometheus'])
      expect([path, (await fetch(`${service.base}/monitoring/${path}`)).status]).toEqual([path, 200])
  })
})
