import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { DocumentReport } from '#model'
import { messageOf } from '#validation/report'
import { agreement, asicContainer } from '../support/asice.js'
import { type CadesOptions, cadesSignature, counterSignature, unreadableCounterSignature } from '../support/cades.js'
import { addUnsigned, type CounterSignatureOptions, detachedSignature, withCounterSignature } from '../support/loose-xades.js'
import { pki } from '../support/pki.js'
import { looseContext, validateLoose } from './validate-loose.js'

const context = looseContext()
const content = Buffer.from('Müüja müüb ja ostja ostab.\n')
const all = [pki.signer, pki.secondSigner].flatMap((each) => [
  each.certificate,
  ...(each.issuer === null ? [] : [each.issuer.certificate]),
  pki.timeStampingUnit.certificate,
])
const counterSigner = 'JÕEORG,JAAK-KRISTJAN,38001085718'
const flipped = (value: Buffer) => Buffer.concat([value.subarray(0, -1), Buffer.of((value.at(-1) ?? 0) ^ 1)])

const validate = (document: Uint8Array, within = context): DocumentReport => validateLoose(document, within)

/** The indication of the only signature, and what is told of counter-signatures. */
function told(document: Uint8Array): readonly string[] {
  const { signatures } = validate(document)
  expect(signatures).toHaveLength(1)
  const warnings = signatures[0]?.warnings.filter(({ key }) => key.startsWith('counter-signature')) ?? []
  return [
    signatures[0]?.indication ?? '',
    ...warnings.map(({ key, facts: { signer, over, defect } }) =>
      [key, signer, over, defect].filter((each) => each !== undefined && each !== '').join(' '),
    ),
  ]
}
const cades = (...unsigned: NonNullable<CadesOptions['unsigned']>) => cadesSignature(content, { certificates: all, unsigned })
const xades = (options: CounterSignatureOptions = {}) =>
  Buffer.from(withCounterSignature(detachedSignature([agreement]).toString(), options))

describe('a counter-signature in CMS', () => {
  it('a counter-signature in CMS is told with its signer, and the verdict stays that of the signature', () => {
    expect(told(cades(counterSignature()))).toEqual(['TOTAL-PASSED', `counter-signature-evaluated ${counterSigner}`])
  })

  it('each of two counter-signatures in CMS is told', () => {
    const second = counterSignature({ signer: pki.signer })
    expect(told(cades(counterSignature(), second))).toHaveLength(3)
  })

  it('a counter-signature over a counter-signature in CMS is told with whose it is over', () => {
    const nested = counterSignature({ unsigned: [counterSignature({ signer: pki.signer })] })
    const [, first, second] = told(cades(nested))
    expect(first).toBe(`counter-signature-evaluated ${counterSigner}`)
    expect(second).toMatch(/^counter-signature-evaluated \S+ JÕEORG/)
  })

  it('a counter-signature in CMS without signed attributes is over the value itself', () => {
    expect(told(cades(counterSignature({ bare: true })))[1]).toMatch(/^counter-signature-evaluated/)
    expect(told(cades(counterSignature({ bare: true, covered: content })))[1]).toBe(`counter-signature-intact ${counterSigner} value`)
  })

  it.each([
    ['over other data', counterSignature({ covered: content }), `${counterSigner} elsewhere`],
    ['whose value was changed', counterSignature({ tamperSignature: flipped }), `${counterSigner} value`],
    ['of somebody whose certificate is not there', counterSignature({ signer: pki.foreignResponder }), 'no-certificate'],
    ['that is something else', unreadableCounterSignature, 'unreadable'],
  ] as const)('a counter-signature in CMS %s is told as broken, and the verdict stays that of the signature', (_, made, problem) => {
    expect(told(cades(made))).toEqual(['TOTAL-PASSED', `counter-signature-intact ${problem}`])
  })

  it('a counter-signature that was taken from another signature is told as broken', () => {
    let foreign: Buffer = Buffer.alloc(0)
    cadesSignature(Buffer.from('x'), {
      unsigned: [
        (made) => {
          foreign = counterSignature()(made)
          return foreign
        },
      ],
    })
    expect(told(cades(() => foreign))).toEqual(['TOTAL-PASSED', `counter-signature-intact ${counterSigner} elsewhere`])
  })

  it('a signature that fails does not pass by its counter-signature', () => {
    const document = cadesSignature(content, { certificates: all, unsigned: [counterSignature()], messageDigest: Buffer.alloc(32) })
    expect(told(document)[0]).toBe('TOTAL-FAILED')
  })
})

describe('a counter-signature in XAdES', () => {
  it('a counter-signature in XAdES is told with its signer, in a container and beside its file', () => {
    const expected = ['TOTAL-PASSED', `counter-signature-evaluated ${counterSigner}`]
    expect(told(xades())).toEqual(expected)
    const signature = { tamper: (xml: string) => withCounterSignature(xml) }
    expect(told(asicContainer({ files: [agreement], signatures: [signature] }))).toEqual(expected)
  })

  it('a counter-signature over a counter-signature in XAdES is told with whose it is over', () => {
    const once = withCounterSignature(detachedSignature([agreement]).toString())
    const [indication, ...others] = told(Buffer.from(withCounterSignature(once, { id: 'D0', signer: pki.signer }, 'C0')))
    expect(indication).toBe('TOTAL-PASSED')
    expect(others).toHaveLength(2)
    expect(others.filter((each) => / JÕEORG\S+$/.test(each))).toHaveLength(2)
  })

  it.each([
    ['over other data', { covered: Buffer.from('x') }, `${counterSigner} elsewhere`],
    ['with a reference to something else', { uri: '#S0' }, `${counterSigner} elsewhere`],
    ['whose value was changed', { tamperValue: flipped }, `${counterSigner} value`],
    ['of an unknown algorithm', { signatureMethod: 'urn:none' }, `${counterSigner} algorithm`],
    ['without certificate', { keyInfo: [] }, 'no-certificate'],
  ] as const)('a counter-signature in XAdES %s is told as broken, and the verdict stays that of the signature', (_, options, problem) => {
    expect(told(xades(options))).toEqual(['TOTAL-PASSED', `counter-signature-intact ${problem}`])
  })

  it.each([
    ['no signature', '<x/>'],
    ['a signature without parts', '<ds:Signature/>'],
    ['two signatures', '<ds:Signature/><ds:Signature/>'],
  ])('a CounterSignature that holds %s is told as unreadable', (_, inside) => {
    const document = addUnsigned(detachedSignature([agreement]).toString(), `<xades:CounterSignature>${inside}</xades:CounterSignature>`)
    expect(told(Buffer.from(document))).toEqual(['TOTAL-PASSED', 'counter-signature-intact unreadable'])
  })
})

it('reports say who countersigned, and what is wrong with a broken counter-signature', () => {
  const text = (document: Uint8Array) => validate(document).signatures[0]?.warnings.map((check) => messageOf(check).text) ?? []
  expect(text(cades(counterSignature()))).toContainEqual(
    expect.stringMatching(/^The signature is countersigned by JÕEORG,JAAK-KRISTJAN,38001085718: that is intact, but/),
  )
  expect(text(cades(counterSignature({ covered: content })))).toContainEqual(
    'The counter-signature of JÕEORG,JAAK-KRISTJAN,38001085718 proves nothing: it is over something else than this signature, or has been changed.',
  )
})

it('a document with more counter-signatures than the bound is refused, in CMS and in XML, and nested ones count', () => {
  const maxCounterSignatures = 2
  const bounded = { ...limits, signature: { ...limits.signature, maxCounterSignatures } }
  const within = { ...context, limits: bounded }
  const refusal = { code: 'SIGNATURE_TOO_MANY_COUNTER_SIGNATURES' }
  const counters = (count: number) => Array.from({ length: count }, () => counterSignature())
  expect(validate(cades(...counters(2)), within).signatures[0]?.indication).toBe('TOTAL-PASSED')
  const nested = counterSignature({ unsigned: [counterSignature({ unsigned: [counterSignature()] })] })
  const broken = '<xades:CounterSignature/>'.repeat(3)
  for (const document of [
    cades(...counters(3)),
    cades(nested),
    Buffer.from(addUnsigned(detachedSignature([agreement]).toString(), broken)),
  ])
    expect(() => validate(document, within)).toThrow(expect.objectContaining({ problems: [expect.objectContaining(refusal)] }))
})
