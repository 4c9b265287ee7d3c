import { describe, expect, it } from 'vitest'
import type { DdocFacts, SignatureConclusion, SignatureFacts, ValidationData } from '#model'
import { POLv1 } from '#validation/policy'
import { contextFor } from '../../../conformance/validate-sample.js'
import { type DdocOptions, type DdocSignatureOptions, ddocAgreement, ddocContainer, ddocFile } from '../../../support/ddoc/container.js'
import { ddocPki } from '../../../support/ddoc/pki.js'
import { flipped } from '../../../support/ddoc/samples/ddoc-sample.js'
import { at, pki, variantOf } from '../../../support/pki.js'
import { trustPath } from '../../../support/trust.js'
import { validated } from '../../../support/validated.js'
import { evaluateSignature } from '../concluding.js'

const validationTime = at('2026-06-01T12:00:00Z')

interface Evidence {
  readonly facts: SignatureFacts & { readonly syntax: DdocFacts }
  readonly data: ValidationData
}

/** Facts and validation data of the first signature. */
function evidenceOf(options: DdocOptions): Evidence {
  const request = { document: ddocContainer(options), filename: 'a.ddoc', documentType: 'DDOC', policy: 'POLv1', validationTime } as const
  const { document } = validated(request, contextFor(trustPath('standard')))
  const { facts, data } = document.signatures[0]?.evidence ?? {}
  if (facts?.syntax.name !== 'ddoc' || data == null) throw new Error('not read')
  return { facts: { ...facts, syntax: facts.syntax }, data }
}

const conclude = ({ facts, data }: Evidence): SignatureConclusion => evaluateSignature(POLv1, facts, data, validationTime)
const errorsOf = (evidence: Evidence) => conclude(evidence).errors.map(({ key }) => key)

describe('errors of DIGIDOC-XML', () => {
  const second = ddocFile('lisa.txt', 'Rattal on kell.\n')
  const manyDefects = (signature: DdocSignatureOptions) =>
    evidenceOf({
      files: [{ ...ddocAgreement, attributes: { Size: 'palju' } }, second],
      signedFiles: [ddocAgreement],
      signatures: [
        {
          signedInfo: (xml) =>
            xml
              .replace('xml-c14n-20010315', 'xml-c14n-20010315#WithComments')
              .replace(/<Reference [\s\S]*?<\/Reference>\n/, (first) => first + first.replace('#D0', '#D9')),
          after: (xml) => xml.replace('<City>Tallinn', '<City>Tartu').replace('Target="#S0"', 'Target="#S9"'),
          value: flipped,
          ...signature,
        },
      ],
    })
  const first = [
    // Structure: of the files, then of the signature.
    'ddoc-data-file-size',
    'ddoc-canonicalization-method',
    'ddoc-signed-properties-target',
    // Each file in the order of the document, references that lead nowhere, properties, value.
    'ddoc-data-file-intact',
    'ddoc-data-file-signed',
    'ddoc-reference-target-found',
    'ddoc-signed-properties-intact',
    'ddoc-signature-value-intact',
  ]

  it('errors of DIGIDOC-XML are in the order of the reference: structure, files, references, properties, value, signer, confirmation', () => {
    const signer = variantOf(ddocPki.signer, { notAfter: '2026-01-01T00:00:00Z', keyUsage: ['digitalSignature'] })
    expect(
      errorsOf(
        manyDefects({
          signer,
          signedProperties: (xml) => xml.replace('CN=Allkiri Test Issuing', 'CN=Somebody'),
          nonce: Buffer.alloc(20),
          ocsp: { status: 'unknown' },
          unsignedProperties: (xml) => xml.replace('<ProducedAt>2026-03-10', '<ProducedAt>2026-03-11'),
        }),
      ),
    ).toEqual([
      ...first,
      'ddoc-signer-certificate-valid',
      'ddoc-signer-non-repudiation',
      'ddoc-signer-issuer-named',
      'ddoc-confirmation-time',
      'ddoc-confirmation-nonce',
      'ddoc-certificate-known',
    ])
  })

  it('errors of DIGIDOC-XML end with issuer, names and responder where a foreign authority signed and confirmed', () => {
    expect(errorsOf(manyDefects({ signer: ddocPki.foreignSigner, ocsp: { responder: pki.foreignResponder } }))).toEqual([
      ...first,
      'ddoc-signer-trusted',
      'ddoc-signer-issuer-named',
      'ddoc-responder-known',
    ])
  })
})

describe('the path of a signature in DIGIDOC-XML', () => {
  it('the path of a DIGIDOC-XML signature has the certificate of the signer and that of the trusted authority', () => {
    const { facts, data } = evidenceOf({})
    const { certificationPath } = conclude({ facts, data })
    expect(certificationPath?.anchored).toBe(true)
    const names = certificationPath?.certificates.map((each) => data.certificates.find(({ id }) => id === each)?.subject.text)
    expect(names).toEqual([expect.stringContaining('MARI-LIIS'), expect.stringContaining('Issuing Authority')])
  })

  it('the path of a DIGIDOC-XML signature has only the certificate of the signer where no authority is trusted', () => {
    const { facts, data } = evidenceOf({ signatures: [{ signer: ddocPki.foreignSigner }] })
    expect(conclude({ facts, data }).certificationPath).toEqual({ certificates: [facts.signingCertificate], anchored: false })
  })

  it('a DIGIDOC-XML signature without a certificate of the signer has no path', () => {
    const unidentified = evidenceOf({ signatures: [{ after: (xml) => xml.replace(/<X509Certificate>[\s\S]*?<\/X509Certificate>/, '') }] })
    expect(conclude(unidentified).certificationPath).toBeNull()
  })
})

describe('the confirmation of DIGIDOC-XML', () => {
  const sound = evidenceOf({})
  const { confirmation } = sound.facts.syntax
  if (confirmation === null) throw new Error('not confirmed')
  const withConfirmation = (changes: Partial<typeof confirmation>): Evidence => ({
    ...sound,
    facts: { ...sound.facts, syntax: { ...sound.facts.syntax, confirmation: { ...confirmation, ...changes } } },
  })

  it('the confirmation of DIGIDOC-XML passes as it is', () => {
    expect(conclude(sound)).toMatchObject({ indication: 'TOTAL-PASSED', bestSignatureTime: at('2026-03-10T10:00:06Z'), level: null })
  })

  it('the confirmation of DIGIDOC-XML proves when the signature and the signed data existed', () => {
    const [response] = sound.data.revocations
    const proof = { time: at('2026-03-10T10:00:06Z'), source: response?.revocation }
    const { proofsOfExistence } = conclude(sound)
    expect(proofsOfExistence).toHaveLength(2)
    expect(proofsOfExistence).toContainEqual({ ...proof, object: 'signature' })
    expect(proofsOfExistence).toContainEqual({ ...proof, object: 'signed-data' })
  })

  it('the confirmation of DIGIDOC-XML comes from a responder of any type of service that is configured for time-marks, while the service has a good status', () => {
    const withService = (timeMarkResponder: boolean, status: 'granted' | 'withdrawn'): Evidence => ({
      ...sound,
      data: {
        ...sound.data,
        anchors: sound.data.anchors.map((anchor) => ({
          ...anchor,
          services: anchor.services.map((service) =>
            service.periods.some(({ type }) => type.startsWith('Certstatus/OCSP'))
              ? {
                  ...service,
                  timeMarkResponder,
                  periods: service.periods.map((period) => ({ ...period, type: 'CA/PKC' as const, status })),
                }
              : service,
          ),
        })),
      },
    })
    expect(errorsOf(withService(true, 'granted'))).toEqual([])
    expect(errorsOf(withService(true, 'withdrawn'))).toEqual(['ddoc-responder-authorised'])
    expect(errorsOf(withService(false, 'granted'))).toEqual(['ddoc-responder-authorised'])
  })

  it('the confirmation of DIGIDOC-XML is looked for among all responses about the signer', () => {
    const [answer] = sound.data.revocations
    if (answer === undefined) throw new Error('no answer')
    const other = { ...answer, revocation: 'another', status: 'revoked', revocationTime: answer.producedAt } as const
    expect(errorsOf({ ...sound, data: { ...sound.data, revocations: [other, answer] } })).toEqual([])
  })

  it('the confirmation of DIGIDOC-XML holds one answer (RFC 6960 4.2.1)', () => {
    for (const singleResponses of [0, 2]) expect(errorsOf(withConfirmation({ singleResponses }))).toEqual(['ddoc-confirmation-certificate'])
  })

  it('the confirmation of DIGIDOC-XML is about the certificate of the signer and the authority that issued it, in words that are understood', () => {
    const [answer] = sound.data.revocations
    if (answer === undefined) throw new Error('no answer')
    const { signingCertificate } = sound.facts
    if (signingCertificate === null) throw new Error('no signer')
    for (const changes of [{ issuer: signingCertificate }, { unknownCriticalExtensions: ['1.2.3'] }, { certificate: 'another' }])
      expect(errorsOf({ ...sound, data: { ...sound.data, revocations: [{ ...answer, ...changes }] } })).toEqual([
        'ddoc-confirmation-certificate',
      ])
  })

  it('the confirmation of DIGIDOC-XML proves no moment where anything is wrong with it', () => {
    for (const signature of [
      { nonce: null },
      { ocsp: { tamperSignature: flipped } },
      { ocsp: { responder: pki.foreignResponder } },
      { ocsp: null },
    ])
      expect(conclude(evidenceOf({ signatures: [signature] })).bestSignatureTime).toBeNull()
    expect(conclude(withConfirmation({ count: 2 })).bestSignatureTime).toBeNull()
  })

  it('the confirmation of DIGIDOC-XML proves the moment also when it says that the certificate was revoked', () => {
    const revoked = evidenceOf({ signatures: [{ ocsp: { status: { revokedAt: at('2026-02-01T00:00:00Z') } } }] })
    expect(conclude(revoked)).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: null,
      bestSignatureTime: at('2026-03-10T10:00:06Z'),
    })
  })
})

describe('a flaw that the policy does not know', () => {
  it('a flaw that the policy does not know makes the signature fail', () => {
    const sound = evidenceOf({})
    const flawed = { ...sound, facts: { ...sound.facts, structure: [{ key: null, code: 'SOMETHING_NEW', facts: {} }] } }
    expect(errorsOf(flawed)).toEqual(['ddoc-structure'])
  })
})
