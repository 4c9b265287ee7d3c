import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSivaClient, validationAddress } from '../../../src/interfaces/cli/compare/siva-client.js'
import { timeStampedContainer } from '../../support/asic-containers.js'
import { answering, closeFakes, emptyTo1, emptyTo3, fakeSiva, of1, of3, type Reply, signature } from './fake-siva.js'
import { run } from './run-in-process.js'

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/documents/${name}`, import.meta.url))
const trust = fileURLToPath(new URL('../../../fixtures/trust/standard.json', import.meta.url))
const at = '2026-06-01T12:00:00Z'

afterEach(closeFakes)

const compare = (base: string, ...args: readonly string[]) => run(['compare', '--with', base, '--trust', trust, '--at', at, ...args])
/** By POLv3, under which the fixtures pass though their authorities are in no trusted list. */
const compareBy3 = (base: string, ...args: readonly string[]) => compare(base, '--policy', 'POLv3', ...args)
const linesIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

describe('allkiri compare', () => {
  it('compare tells first to which address alone it sends documents, and by which interface and policy', async () => {
    const { base, asked } = await fakeSiva(answering(emptyTo3, of3()))
    const { status, out, err } = await compareBy3(base, fixture('lt.asice'))
    expect(err.split('\n')[0]).toBe(`allkiri: sends each document to ${base}/validate (SiVa 3, POLv3) and to no other address.`)
    expect({ status, out }).toEqual({ status: 0, out: '1 file: 1 alike, 0 different, 0 not compared\n' })
    expect(asked.map(({ path, body }) => [path, Object.keys(body).sort()])).toEqual([
      ['/validate', []],
      ['/validate', ['document', 'filename', 'signaturePolicy']],
    ])
    expect(asked[1]?.body).toEqual({
      document: readFileSync(fixture('lt.asice')).toString('base64'),
      filename: 'lt.asice',
      signaturePolicy: 'POLv3',
    })
  })

  it('compare recognises SiVa 1 by what it requires, and states the type of each document', async () => {
    const { base, asked } = await fakeSiva(answering(emptyTo1, of1()))
    const { status, err } = await compare(base, fixture('lt.asice'))
    expect(status).toBe(0)
    expect(err).toContain('(SiVa 1, POLv1)')
    expect(asked.at(-1)?.body).toMatchObject({ documentType: 'BDOC', filename: 'lt.asice', signaturePolicy: 'POLv1' })
  })

  it('compare asks nothing but documents when the interface is named, at the address itself when it ends in /validate', async () => {
    const { base, asked } = await fakeSiva(answering(emptyTo1, of3()))
    const { status } = await compare(`${base}/V3/validate`, '--interface', 'siva3', '--policy', 'polv3', fixture('lt.asice'))
    expect(status).toBe(0)
    expect(asked.map(({ path, body }) => [path, body['signaturePolicy']])).toEqual([['/V3/validate', 'POLv3']])
  })

  it('compare prints what differs with the causes of both, each once, and the kinds of differences', async () => {
    const error = { content: 'The reference data object\u001b[31m is not intact!' }
    const errors = [error, error]
    const { base } = await fakeSiva(
      answering(emptyTo3, of3({ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE', errors, signatureLevel: 'ADESIG_QC' })),
    )
    const { status, out } = await compareBy3(base, fixture('lt.asice'))
    expect(status).toBe(1)
    expect(out).toBe(
      [
        `${fixture('lt.asice')}: 2 differences`,
        '  MÄNNIK,MARI-LIIS,47101010033 (S0): passes here, not there (there TOTAL-FAILED / HASH_FAILURE; here TOTAL-PASSED)',
        '    cause there: The reference data object\\u001b[31m is not intact!',
        '  MÄNNIK,MARI-LIIS,47101010033 (S0): another legal level (there ADESIG_QC; here nothing)',
        '1 file: 0 alike, 1 different, 0 not compared',
        '  1 file: passes here, not there',
        '  1 file: another legal level',
        '',
      ].join('\n'),
    )
  })

  it('compare names our cause, with its key, where a document passes there and not here', async () => {
    const { base } = await fakeSiva(answering(emptyTo1, of1()))
    const { status, out } = await compare(base, fixture('data-file-changed.asice'))
    expect(status).toBe(1)
    expect(out).toContain('passes there, not here (there TOTAL-PASSED; here TOTAL-FAILED / HASH_FAILURE)')
    expect(out).toMatch(/cause here: The file .* has been changed since it was signed .* \(signed-data-intact\)/)
  })

  it('compare with --json-lines has both answers and each difference, and the summary on the standard error', async () => {
    const { base } = await fakeSiva(answering(emptyTo3, of3({ id: 'S-1', info: { bestSignatureTime: '2026-03-10T10:00:06Z' } })))
    const { status, out, err } = await compareBy3(base, '--json-lines', fixture('lt.asice'))
    expect(status).toBe(1)
    expect(linesIn(out)).toMatchObject([
      {
        file: fixture('lt.asice'),
        outcome: 'different',
        differences: [
          {
            kind: 'best-signature-time',
            signature: 'MÄNNIK,MARI-LIIS,47101010033 (S0)',
            there: '2026-03-10T10:00:06Z',
            here: '2026-03-10T10:00:05Z',
          },
        ],
        there: { kind: 'report', signatures: [{ id: 'S-1', indication: 'TOTAL-PASSED' }] },
        here: { kind: 'report', signatures: [{ id: 'S0', indication: 'TOTAL-PASSED' }] },
      },
    ])
    expect(err).toContain('1 file: 0 alike, 1 different, 0 not compared')
  })

  it('compare tells a document that one service refuses, and takes two refusals for alike', async () => {
    const { base } = await fakeSiva(
      answering(emptyTo3, { status: 400, body: { requestErrors: [{ key: 'document', message: 'Document malformed' }] } }),
    )
    expect((await compareBy3(base, fixture('lt.asice'))).out).toContain(
      'refused there, reported here (there document: Document malformed; here 1 signature, 1 passes)',
    )
    expect(await compare(base, fixture('cut-in-half.asice'))).toMatchObject({ status: 0 })
    const reporting = await fakeSiva(answering(emptyTo3, of3()))
    expect((await compare(reporting.base, fixture('cut-in-half.asice'))).out).toContain(
      'refused here, reported there (there 1 signature, 1 passes; here ZIP_',
    )
  })

  it('compare tells signatures that one service reports alone', async () => {
    const two = {
      validationReport: {
        validationConclusion: {
          signatureForm: 'ASiC-E',
          signaturesCount: 2,
          signatures: [
            { ...signature, signatureFormat: 'XAdES_BASELINE_LT', signatureLevel: 'QESIG' },
            { ...signature, id: 'S1', signedBy: 'TEINE', indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' },
          ],
        },
      },
    }
    const { base } = await fakeSiva(answering(emptyTo3, { body: two }))
    expect((await compare(base, fixture('lt.asice'))).out).toContain(
      'TEINE (S1): signature or time-stamp token reported there only (there INDETERMINATE / NO_CERTIFICATE_CHAIN_FOUND; here nothing)',
    )
    const none = await fakeSiva(
      answering(emptyTo3, { body: { validationReport: { validationConclusion: { signatureForm: 'ASiC-E', signaturesCount: 0 } } } }),
    )
    expect((await compare(none.base, fixture('lt.asice'))).out).toContain('signature or time-stamp token reported here only')
  })

  it.each<readonly [string, Reply, string]>([
    ['a page', { body: '<html></html>', headers: { 'content-type': 'text/html' } }, 'gives no answer of SiVa (status 200)'],
    ['another JSON', { body: { signatures: [] } }, 'gives no answer of SiVa (status 200)'],
    [
      'nothing at this path',
      { status: 404, body: { requestErrors: [{ key: 'path', message: '' }] } },
      'gives no answer of SiVa (status 404)',
    ],
    [
      'too much at once',
      { status: 503, body: { requestErrors: [{ key: 'service', message: '' }] } },
      'gives no answer of SiVa (status 503)',
    ],
    ['an error without its reason', { status: 500, body: 'oops' }, 'gives no answer of SiVa (status 500)'],
    [
      'another address',
      { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/validate' } },
      'leads to another one (status 302)',
    ],
    ['brackets alone', { body: '['.repeat(2_000_000) }, 'gives no answer of SiVa (status 200)'],
  ])('compare does not compare a document to which the service answers with %s', async (_, reply, sentence) => {
    const { base, asked } = await fakeSiva(answering(emptyTo3, reply))
    const { status, out } = await compare(base, fixture('lt.asice'))
    expect(status).toBe(2)
    expect(out).toContain(sentence)
    expect(out).toContain('1 file: 0 alike, 0 different, 1 not compared')
    expect(asked).toHaveLength(2)
  })

  it.each<readonly [string, Reply]>([
    ['a page', { body: '<html></html>' }],
    ['a report', of3()],
    ['another address', { status: 307, body: '', headers: { location: '/other' } }],
  ])('compare sends no document to an address that answers an empty request with %s', async (_, reply) => {
    const { base, asked } = await fakeSiva(() => reply)
    const { status, err } = await compare(base, fixture('lt.asice'))
    expect(status).toBe(2)
    expect(err).toMatch(/gives no answer of SiVa|leads to another one/)
    expect(asked.map(({ body }) => body)).toEqual([{}])
  })

  it('compare tells why a service cannot be asked', async () => {
    const { base } = await fakeSiva(() => emptyTo3)
    await closeFakes()
    const { status, err } = await compare(base, fixture('lt.asice'))
    expect(status).toBe(2)
    expect(err).toMatch(/cannot be asked: .*ECONNREFUSED/)
  })

  it('compare goes on with the other members when an answer has members of other types', async () => {
    const odd = { signaturesCount: 1, signatureForm: 7, signatures: [{ id: [], indication: {}, errors: 'x', info: null }, null, 'x'] }
    const { base } = await fakeSiva(answering(emptyTo3, { body: { validationReport: { validationConclusion: odd } } }))
    const { status, out } = await compareBy3(base, fixture('lt.asice'))
    expect(status).toBe(1)
    expect(out).toContain('passes here, not there')
  })

  it.each([
    ['without an address', ['compare', 'x.asice'], 'required option'],
    ['with an address that is none', ['compare', '--with', 'siva', 'x.asice'], 'Write an address'],
    ['with a password in the address', ['compare', '--with', 'http://a:b@siva', 'x.asice'], 'Write an address'],
    ['with another protocol', ['compare', '--with', 'file:///etc', 'x.asice'], 'Write an address'],
    ['without a file', ['compare', '--with', 'http://127.0.0.1:1'], "missing required argument 'path'"],
    ['with another interface', ['compare', '--with', 'http://127.0.0.1:1', '--interface', 'siva9', 'x.asice'], 'siva1'],
  ])('compare is wrong usage %s', async (_, args, sentence) => {
    const { status, err } = await run(args)
    expect(status).toBe(64)
    expect(err).toContain(sentence)
  })

  it('compare is wrong usage with a policy that the interface does not have', async () => {
    const { base, asked } = await fakeSiva(() => emptyTo3)
    const { status, err } = await compare(base, '--policy', 'POLv1', fixture('lt.asice'))
    expect(status).toBe(64)
    expect(err).toContain('POLv1: SiVa 3 has no such policy; write POLv3 or POLv4.')
    expect(asked).toHaveLength(1)
  })
})

describe('what compare tells of documents that are not the same to both services', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'allkiri-compare-kinds-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const malformed: Reply = { status: 400, body: { requestErrors: [{ key: 'document', message: 'Document malformed' }] } }
  const nothing = (form: object = {}): Reply => ({
    body: { validationReport: { validationConclusion: { ...form, signaturesCount: 0, validSignaturesCount: 0 } } },
  })

  it.each<readonly [string, string, () => string | Buffer, Reply]>([
    ['a PDF named as DIGIDOC-XML', 'leping.ddoc', () => readFileSync(fixture('pdf-level-lt.pdf')), malformed],
    ['a PDF named as BDOC', 'leping.bdoc', () => readFileSync(fixture('pdf-level-lt.pdf')), malformed],
    ['XML without a signature', 'leping.xml', () => '<leping/>', nothing()],
  ])(
    'compare finds %s alike where SiVa 3 answers by the extension as the interface of SiVa 3 here does',
    async (_, name, content, reply) => {
      const { base } = await fakeSiva(answering(emptyTo3, reply))
      expect(await compareBy3(base, file(name, content()))).toMatchObject({
        status: 0,
        out: '1 file: 1 alike, 0 different, 0 not compared\n',
      })
    },
  )

  it('compare tells a failure of the other service apart from a refusal of the document', async () => {
    const failure = { status: 500, body: { requestErrors: [{ key: 'unexpectedError', message: 'An unexpected error has occurred' }] } }
    const { base } = await fakeSiva(answering(emptyTo3, failure))
    const { status, out } = await compareBy3(base, fixture('lt.asice'))
    expect(status).toBe(1)
    expect(out).toContain(
      'failure of the other service, reported here (there unexpectedError: An unexpected error has occurred; here 1 signature, 1 passes)',
    )
    expect((await compareBy3(base, fixture('cut-in-half.asice'))).status).toBe(0)
  })

  it('compare compares the time-stamp tokens of a container, which are its verdict', async () => {
    const token = { signedBy: 'Test TSA', signedTime: '2026-03-10T10:00:05Z', indication: 'TOTAL-PASSED' }
    const withTokens = (...timeStampTokens: readonly object[]): Reply => nothing({ signatureForm: 'ASiC-S', timeStampTokens })
    const document = file('leping.asics', timeStampedContainer())
    const lineTo = async (reply: Reply) => {
      const { base } = await fakeSiva(answering(emptyTo3, reply))
      const { out } = await compareBy3(base, '--json-lines', document)
      return linesIn(out)[0] as { readonly differences: readonly object[]; readonly here: { readonly tokens: readonly object[] } }
    }
    const { here } = await lineTo(malformed)
    const [ours] = here.tokens as readonly Readonly<Record<string, string>>[]
    expect(ours).toMatchObject({ indication: 'TOTAL-PASSED' })
    const same = { ...token, signedBy: ours?.['signedBy'], signedTime: ours?.['claimedSigningTime'] }
    expect((await lineTo(withTokens(same))).differences).toEqual([])
    const errors = [{ content: 'The time-stamp message imprint is not intact!' }]
    const failed = { ...same, indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE', errors }
    expect((await lineTo(withTokens(failed))).differences).toMatchObject([
      { kind: 'passes-here', there: 'TOTAL-FAILED / HASH_FAILURE', here: 'TOTAL-PASSED' },
    ])
    expect((await lineTo(withTokens(same, token))).differences).toMatchObject([{ kind: 'signature-there', there: 'TOTAL-PASSED' }])
    const { base } = await fakeSiva(answering(emptyTo3, withTokens(failed)))
    expect((await compareBy3(base, document)).out).toContain('    cause there: The time-stamp message imprint is not intact!')
  })

  it.each([
    ['lt.asice', 'document.asice'],
    ['ddoc-1.3.ddoc', 'document.ddoc'],
    ['pdf-level-lt.pdf', 'document.pdf'],
    ['cut-in-half.asice', 'document.asice'],
  ])('compare names the standard input by its content, because SiVa 3 fails at a name without extension: %s', async (name, sent) => {
    const { base, asked } = await fakeSiva(answering(emptyTo3, of3()))
    await run(['compare', '--with', base, '--trust', trust, '--at', at, '-'], {}, Readable.from([readFileSync(fixture(name))]))
    expect(asked.at(-1)?.body['filename']).toBe(sent)
  })
})

describe('the client of compare', () => {
  const question = { document: Buffer.from('x'), filename: 'x.asice', policy: 'POLv4', documentType: null }
  const client = (base: string, bounds: object = {}) =>
    openSivaClient(validationAddress(base) ?? new URL(base), fetch, { answerMilliseconds: 60_000, maxAnswerBytes: 100_000, ...bounds })

  it('the client of compare reads an answer up to its bound, and none that is larger', async () => {
    const { base } = await fakeSiva(() => of3())
    const size = JSON.stringify(of3().body).length
    await expect(client(base, { maxAnswerBytes: size + 8 }).ask(question)).resolves.toMatchObject({ kind: 'report' })
    await expect(client(base, { maxAnswerBytes: 20 }).ask(question)).rejects.toThrow('larger than the 20 bytes')
  })

  it('the client of compare does not wait longer than its bound', async () => {
    const { base } = await fakeSiva(() => ({ body: '', never: true }))
    await expect(client(base, { answerMilliseconds: 30 }).ask(question)).rejects.toThrow('it gave no answer in time.')
  })

  it.each([
    ['http://siva:8080', 'http://siva:8080/validate'],
    ['http://siva:8080/', 'http://siva:8080/validate'],
    ['https://siva/V3', 'https://siva/V3/validate'],
    ['https://siva/V3/validate', 'https://siva/V3/validate'],
    ['https://siva/?a=b#c', 'https://siva/validate?a=b'],
    ['siva:8080', null],
    ['ftp://siva', null],
    ['http://a@siva', null],
    ['', null],
  ])('the client of compare sends documents named by the address %s to %s', (text, address) => {
    expect(validationAddress(text)?.href ?? null).toBe(address)
  })
})
