import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type DocumentReport, MalformedDocument } from '#model'
import { documentTypeOf, listDataFiles, validateDocument } from '#validation'
import { type ReportOrder, writeReport } from '#writers'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { asicSContainer } from '../support/asic-containers.js'
import { cadesSignature, claimedRole, counterSignature, signerAttributes } from '../support/cades.js'
import { objectIdentifier, sequence, tagged } from '../support/der.js'
import { attribute } from '../support/pdf/cms.js'
import { moments, pki } from '../support/pki.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const trust = loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname)
const context = createValidationContext(trust, openDecodedCache(limits))
const content = Buffer.from('Müüja müüb ja ostja ostab.\n')
const all = [pki.signer, pki.secondSigner, pki.timeStampingUnit].flatMap((each) => [
  each.certificate,
  ...(each.issuer === null ? [] : [each.issuer.certificate]),
])

function validate(document: Uint8Array): DocumentReport {
  const documentType = documentTypeOf(document, limits)
  return validateDocument({ document, filename: 'leping', documentType, policy: 'POLv1', validationTime: moments.validation }, context)
}
const inPem = (octets: Buffer, label = 'CMS') =>
  Buffer.from(`-----BEGIN ${label}-----\n${octets.toString('base64')}\n-----END ${label}-----\n`)

describe('hostile statements in CMS', () => {
  it('roles with control characters, markup and changed directions harm no form of a report', async () => {
    const roles = ['a\u0000b', '\uFFFE', '\u001b[31mx', '<x>&"\'', ']]>', 'a\u202Eb', '\u0007', '{signer}[{x}]'].map((role) =>
      claimedRole(role),
    )
    const report = validate(cadesSignature(content, { signed: [signerAttributes('v2', roles)] }))
    expect(report.signatures[0]?.claimedRoles).toHaveLength(8)
    const orders: readonly ReportOrder[] = [
      { form: 'etsi' },
      { form: 'siva1-soap' },
      { form: 'html', language: 'et' },
      { form: 'text', file: 'leping.p7m', explain: true, colours: false },
      { form: 'detailed' },
    ]
    for (const order of orders) {
      const written = await writeReport(report, order, { validator: 'allkiri', files: () => [] })
      const text =
        written instanceof Uint8Array ? Buffer.from(written).toString() : typeof written === 'string' ? written : JSON.stringify(written)
      for (const harmful of ['\u0000', '\u001b', ...(order.form === 'text' ? [] : ['<x>'])])
        expect(text.includes(harmful), `${order.form} ${JSON.stringify(harmful)}`).toBe(false)
    }
  })

  it('an attribute with a hundred thousand roles is read within its bounds', () => {
    const bomb = tagged(0x31, Buffer.from('0c0141'.repeat(100_000), 'hex'))
    const attributes = sequence(tagged(0xa0, sequence(sequence(objectIdentifier('2.5.4.72'), bomb))))
    const [signature] = validate(cadesSignature(content, { signed: [attribute('0.4.0.19122.1.1', attributes)] })).signatures
    expect(signature?.claimedRoles).toHaveLength(limits.signature.maxStatedTexts)
    expect(signature?.indication).toBe('TOTAL-PASSED')
  })
})

describe('counter-signatures that are exchanged', () => {
  it('counter-signatures of two signatures that were exchanged are told as broken, and change no verdict', () => {
    const made: Buffer[] = []
    const keep = (covered: Buffer) =>
      cadesSignature(covered, {
        certificates: all,
        unsigned: [
          (signer) => {
            const counter = counterSignature()(signer)
            made.push(counter)
            return counter
          },
        ],
      })
    expect(validate(keep(content)).signatures[0]?.warnings.map(({ key }) => key)).toEqual(['counter-signature-evaluated'])
    keep(Buffer.from('Teine leping.\n'))
    const [, foreign = Buffer.alloc(0)] = made
    const [signature] = validate(cadesSignature(content, { certificates: all, unsigned: [() => foreign] })).signatures
    expect(signature?.warnings.map(({ key, facts }) => [key, facts['defect']])).toEqual([['counter-signature-intact', 'elsewhere']])
    expect(signature?.indication).toBe('TOTAL-PASSED')
  })

  it('counter-signatures nested as deep as the bound are told, and one more is refused', () => {
    const nested = (depth: number): ReturnType<typeof counterSignature> =>
      counterSignature(depth > 1 ? { unsigned: [nested(depth - 1)] } : {})
    const { maxCounterSignatures } = limits.signature
    const made = (depth: number) => cadesSignature(content, { certificates: all, unsigned: [nested(depth)] })
    expect(validate(made(10)).signatures[0]?.warnings.length).toBeGreaterThan(1)
    expect(() => validate(made(maxCounterSignatures + 1))).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ code: expect.stringMatching(/^(?:SIGNATURE_TOO_MANY|ASN1_)/) as string })],
      }),
    )
  })
})

describe('messages in messages', () => {
  it('a message in PEM is refused with what to do, also inside another PEM; the content of a message is not looked into', () => {
    const inner = cadesSignature(content)
    for (const document of [inPem(inner), inPem(inPem(inner))]) {
      expect(() => validate(document)).toThrow(MalformedDocument)
      expect(() => validate(document)).toThrow(/a CMS signature in PEM .* decode it from base64 first/)
    }
    const [file, ...others] = listDataFiles(cadesSignature(inPem(inner)), 'CADES', limits)
    expect(others).toEqual([])
    expect(Buffer.concat([...(file?.content?.pieces() ?? [])])).toEqual(inPem(inner))
    expect(validate(cadesSignature(inPem(inner))).signatures).toHaveLength(1)
  })

  it('a signature in PEM inside a container cannot be read, and does not pass', () => {
    const entries = (all: readonly { readonly name: string | Buffer; readonly content: Buffer }[]) =>
      all.map((each) => (each.name === 'META-INF/signature.p7s' ? { ...each, content: inPem(each.content) } : each))
    const { signatures } = validate(asicSContainer({ cades: {}, entries }))
    expect(signatures.map(({ indication, errors }) => [indication, errors[0]?.key])).toEqual([['TOTAL-FAILED', 'signature-readable']])
  })
})
