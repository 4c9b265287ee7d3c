import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ReaderError } from '#model'
import { openPdfFile } from '#readers/pdf'
import { openAsic } from '#validation/container'
import { readAsicSignatures, type SignatureContext } from '#validation/signature'
import { Evidence } from '../../../src/validation/signature/evidence.js'
import { readSecurityStore } from '../../../src/validation/signature/pades/document-security-store.js'
import { agreement, asicContainer, dataFile, signedContainer } from '../../support/asice.js'
import { cpuMilliseconds } from '../../support/cpu-time.js'
import { plainDraft } from '../../support/pdf/plain-document.js'
import { pki } from '../../support/pki.js'
import type { SignatureOptions } from '../../support/signature-options.js'
import { timeStampToken } from '../../support/time-stamp.js'
import { newContext, onlyFacts, readContainer, readXml } from './reading.js'

function refusal(run: () => unknown): ReaderError {
  try {
    run()
  } catch (error) {
    if (error instanceof ReaderError) return error
    throw error
  }
  throw new Error('was not refused')
}

const three = {
  timeStamps: (data: Buffer) => [1n, 2n, 3n].map((serialNumber) => timeStampToken({ data, serialNumber })),
  level: 'LT',
} as const

/** Two references as ever, a third one to a ds:Manifest, and four in it. */
const manifestOfFour: SignatureOptions = {
  references: ([first, ...rest]) => (first === undefined ? [] : [first, ...rest, { ...first, id: null, uri: '#M', mimeType: null }]),
  edit: (xml) => {
    const [reference = ''] = /<ds:Reference .*?<\/ds:Reference>/s.exec(xml) ?? []
    const entries = reference.replace(/ Id="[^"]*"/, '').repeat(4)
    return xml.replace('</ds:Signature>', `<ds:Object><ds:Manifest Id="M">${entries}</ds:Manifest></ds:Object></ds:Signature>`)
  },
}

describe('a document that asks for more work than is allowed is refused as a whole', () => {
  it.each([
    ['SIGNATURE_TOO_MANY_SIGNATURES', { maxSignatures: 1 }, asicContainer({ signatures: [[{ id: 'A' }, { id: 'B' }]] })],
    ['XMLDSIG_TOO_MANY_REFERENCES', { maxReferences: 1 }, signedContainer()],
    ['XMLDSIG_TOO_MANY_REFERENCES', { maxReferences: 3 }, signedContainer(manifestOfFour)],
    ['SIGNATURE_TOO_MANY_TIME_STAMPS', { maxTimeStamps: 2 }, signedContainer(three)],
    ['SIGNATURE_TOO_MANY_STATEMENTS', { maxStatements: 1 }, signedContainer()],
    ['SIGNATURE_TOO_MANY_STATEMENTS', { maxStatements: 10 }, signedContainer({}, { files: [dataFile('n'.repeat(4_000), 'x')] })],
    ['SIGNATURE_TOO_MANY_CERTIFICATES', { maxCertificates: 1 }, signedContainer()],
    [
      'SIGNATURE_TOO_MANY_CERTIFICATES',
      { maxCertificates: 3 },
      signedContainer({ keyInfo: Array(4).fill(pki.signer.certificate) as never[] }),
    ],
    ['SIGNATURE_TOO_MANY_REVOCATIONS', { maxRevocations: 0 }, signedContainer()],
    ['SIGNATURE_TOO_MANY_PROPERTIES', { maxUnsignedProperties: 2 }, signedContainer()],
    ['XMLDSIG_TOO_MUCH_DATA', { maxDigestedBytes: 2_000 }, signedContainer()],
    ['XMLDSIG_TOO_MUCH_DATA', { maxFileDigestBytes: agreement.content.length - 1 }, signedContainer()],
    ['XML_TOO_MANY_NODES', { maxNodes: 50 }, signedContainer()],
    ['SIGNATURE_TOO_MUCH_TIME_STAMPED_DATA', { maxImprintBytes: 1_000 }, signedContainer({ level: 'LTA' })],
  ])('a document that asks for more work than is allowed is refused as a whole: %s', (code, changes, container) => {
    const error = refusal(() => readContainer(container, newContext(changes)))
    expect(error).toMatchObject({ limit: true, code, place: 'META-INF/signatures0.xml' })
    expect(readContainer(container, newContext())).not.toEqual([])
  })

  it('XML and ASN.1 beyond their bounds are refused', () => {
    const deep = `${'<a>'.repeat(limits.xml.maxDepth + 1)}${'</a>'.repeat(limits.xml.maxDepth + 1)}`
    expect(refusal(() => readXml(deep, []))).toMatchObject({ limit: true, code: 'XML_TOO_DEEP' })
    const small = newContext()
    const context = { ...small, limits: { ...small.limits, asn1: { ...small.limits.asn1, maxElements: 5 } } }
    expect(refusal(() => readContainer(signedContainer({ level: 'T' }), context))).toMatchObject({
      limit: true,
      code: 'ASN1_TOO_MANY_ELEMENTS',
    })
  })

  it('the work that all signatures of a document ask for is counted, not that of each of them', () => {
    const container = asicContainer({ signatures: [[{ id: 'A' }], [{ id: 'B' }], [{ id: 'C' }]] })
    const validated = (changes: Partial<SignatureContext['limits']['signature']>) => {
      const using = newContext(changes)
      return readAsicSignatures(openAsic(container, limits), using).length
    }
    expect(validated({})).toBe(3)
    expect(validated({ maxFileDigestBytes: agreement.content.length })).toBe(3)
    expect(validated({ maxTimeStampsOfDocument: 3, maxStatements: 9 })).toBe(3)
    for (const changes of [{ maxDigestedBytes: 20_000 }, { maxNodes: 300 }, { maxTimeStampsOfDocument: 2 }, { maxStatements: 5 }]) {
      expect(readContainer(container, newContext(changes))).toHaveLength(3)
      expect(refusal(() => validated(changes))).toMatchObject({ limit: true })
    }
  })

  it('a document may ask for exactly as much work as the bound allows', () => {
    const context = newContext({ maxReferences: 2, maxTimeStamps: 3, maxSignatures: 1 })
    expect(onlyFacts(readContainer(signedContainer(three), context)).timeStamps).toHaveLength(3)
  })
})

describe('a hostile number of', () => {
  it('a hostile number of unknown certificates costs one decoding each', () => {
    const many = Array.from(
      { length: 400 },
      (_, i) => `<ds:X509Certificate>${Buffer.from(`no certificate ${i}`).toString('base64')}</ds:X509Certificate>`,
    )
    const container = signedContainer({
      writer: 'digidoc4j',
      tamper: (xml) => xml.replace('<ds:X509Data>', `<ds:X509Data>${many.join('')}`),
    })
    const time = cpuMilliseconds(() => {
      const facts = onlyFacts(readContainer(container))
      expect(facts.signatureValue.status).toBe('intact')
      expect(facts.structure.length).toBeLessThanOrEqual(20)
    })
    expect(time).toBeLessThan(4_000)
  })

  it('a hostile number of references costs little for each', () => {
    const container = signedContainer({
      writer: 'digidoc4j',
      references: ([data, properties]) =>
        data === undefined || properties === undefined
          ? []
          : [...Array.from({ length: 1_900 }, (_, i) => ({ ...data, id: `r${i}` })), properties],
    })
    const time = cpuMilliseconds(() => {
      const facts = onlyFacts(readContainer(container))
      expect(facts.references.filter(({ status, dataFile }) => status === 'intact' && dataFile === agreement.name)).toHaveLength(1_900)
    })
    expect(time).toBeLessThan(10_000)
  })
})

it('lists of validation data of a PDF count for each signature that has them', () => {
  const entry = (index: number) => `/${String(index).padStart(40, '0')} 902 0 R`
  const draft = plainDraft({ catalog: '/DSS << /VRI 901 0 R >>' }).update({
    900: `[${'902 0 R '.repeat(1_000)}]`,
    901: `<< ${Array.from({ length: 1_000 }, (_, index) => entry(index)).join(' ')} >>`,
    902: '<< /Cert 900 0 R >>',
  })
  const read = (maxValues: number) => {
    const context = newContext()
    return readSecurityStore(openPdfFile(draft.bytes, { ...limits.pdf, maxValues }), new Evidence(context), context).added
  }
  expect(refusal(() => read(100_000))).toMatchObject({ code: 'PDF_LIMIT_VALUES', limit: true })
  expect(read(limits.pdf.maxValues)).toEqual([])
})
