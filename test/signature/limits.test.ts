import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { RequestError } from '#model'
import { agreement, asicContainer, signedContainer } from '../support/asice.js'
import { pki } from '../support/pki.js'
import { timeStampToken } from '../support/time-stamp.js'
import { newContext, onlyFacts, readContainer, readXml } from './reading.js'

function refusal(run: () => unknown): RequestError['problems'] {
  try {
    run()
  } catch (error) {
    if (error instanceof RequestError) return error.problems
    throw error
  }
  throw new Error('was not refused')
}

const three = {
  timeStamps: (data: Buffer) => [1n, 2n, 3n].map((serialNumber) => timeStampToken({ data, serialNumber })),
  level: 'LT',
} as const

describe('a document that asks for more work than is allowed is refused as a whole (ruling 65)', () => {
  it.each([
    ['SIGNATURE_TOO_MANY_SIGNATURES', { maxSignatures: 1 }, asicContainer({ signatures: [[{ id: 'A' }, { id: 'B' }]] })],
    ['XMLDSIG_TOO_MANY_REFERENCES', { maxReferences: 1 }, signedContainer()],
    ['SIGNATURE_TOO_MANY_TIME_STAMPS', { maxTimeStamps: 2 }, signedContainer(three)],
    ['SIGNATURE_TOO_MANY_CERTIFICATES', { maxCertificates: 1 }, signedContainer()],
    [
      'SIGNATURE_TOO_MANY_CERTIFICATES',
      { maxCertificates: 3 },
      signedContainer({ keyInfo: Array(4).fill(pki.signer.certificate) as never[] }),
    ],
    ['SIGNATURE_TOO_MANY_REVOCATIONS', { maxRevocations: 0 }, signedContainer()],
    ['SIGNATURE_TOO_MUCH_TIME_STAMPED_DATA', { maxImprintBytes: 1_000 }, signedContainer({ level: 'LTA' })],
  ])('%s', (code, changes, container) => {
    const [problem] = refusal(() => readContainer(container, newContext(changes)))
    expect(problem).toMatchObject({ field: 'document', code, message: expect.stringContaining('META-INF/signatures0.xml') as string })
    expect(readContainer(container, newContext())).not.toEqual([])
  })

  it('XML and ASN.1 beyond their bounds', () => {
    const deep = `${'<a>'.repeat(limits.xml.maxDepth + 1)}${'</a>'.repeat(limits.xml.maxDepth + 1)}`
    expect(refusal(() => readXml(deep, []))).toMatchObject([{ field: 'document', code: 'XML_TOO_DEEP' }])
    const small = newContext()
    const context = { ...small, limits: { ...small.limits, asn1: { ...small.limits.asn1, maxElements: 5 } } }
    expect(refusal(() => readContainer(signedContainer({ level: 'T' }), context))).toMatchObject([{ code: 'ASN1_TOO_MANY_ELEMENTS' }])
  })

  it('allows exactly the bound', () => {
    const context = newContext({ maxReferences: 2, maxTimeStamps: 3, maxSignatures: 1 })
    expect(onlyFacts(readContainer(signedContainer(three), context)).timeStamps).toHaveLength(3)
  })
})

describe('a hostile number of', () => {
  it('unknown certificates costs one decoding each', () => {
    const many = Array.from(
      { length: 400 },
      (_, i) => `<ds:X509Certificate>${Buffer.from(`no certificate ${i}`).toString('base64')}</ds:X509Certificate>`,
    )
    const start = performance.now()
    const facts = onlyFacts(
      readContainer(
        signedContainer({ writer: 'digidoc4j', tamper: (xml) => xml.replace('<ds:X509Data>', `<ds:X509Data>${many.join('')}`) }),
      ),
    )
    expect(facts.signatureValue.status).toBe('intact')
    expect(facts.structure.length).toBeLessThanOrEqual(20)
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  it('references is verified in a second', () => {
    const start = performance.now()
    const facts = onlyFacts(
      readContainer(
        signedContainer({
          writer: 'digidoc4j',
          references: ([data, properties]) =>
            data === undefined || properties === undefined
              ? []
              : [...Array.from({ length: 1_900 }, (_, i) => ({ ...data, id: `r${i}` })), properties],
        }),
      ),
    )
    expect(facts.references.filter(({ status, dataFile }) => status === 'intact' && dataFile === agreement.name)).toHaveLength(1_900)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
