import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import type { DetachedData, SignatureReport } from '#model'
import { documentTypeOf, listDataFiles } from '#validation'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { archiveTimeStamp, type CadesOptions, cadesSignature } from '../support/cades.js'
import { sequence } from '../support/der.js'
import { attribute } from '../support/pdf/cms.js'
import { pki } from '../support/pki.js'
import { hash } from '../support/signing.js'
import { validated } from '../support/validated.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const trust = loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname)
const context = createValidationContext(trust, openDecodedCache(limits))
const content = Buffer.from('Müüja müüb ja ostja ostab.\n')

function signaturesOf(document: Uint8Array, detached: DetachedData | null = null): readonly SignatureReport[] {
  const documentType = documentTypeOf(document, limits)
  expect(documentType).toBe('CADES')
  const request = {
    document,
    filename: 'leping.p7m',
    documentType,
    policy: 'POLv1',
    validationTime: Date.UTC(2026, 5, 1, 12),
    detached,
  } as const
  return validated(request, context).document.signatures
}
function describeSignature(signature: SignatureReport | undefined): string {
  return signature === undefined
    ? 'none'
    : `${signature.indication} ${signature.subIndication ?? ''} ${signature.errors[0]?.key ?? ''}`.trim()
}
function verdictOf(document: Uint8Array, detached: DetachedData | null = null): string {
  const [signature, ...others] = signaturesOf(document, detached)
  expect(others).toEqual([])
  return describeSignature(signature)
}
const made = (options: CadesOptions = {}) => verdictOf(cadesSignature(content, options))
const certificatesOf = (...signers: readonly (typeof pki.signer)[]) =>
  signers.flatMap((signer) => [signer.certificate, ...(signer.issuer === null ? [] : [signer.issuer.certificate])])
const imprintsOf = (options: CadesOptions) =>
  signaturesOf(cadesSignature(content, options))[0]?.timeStamps.map(({ facts }) => `${facts.kind} ${facts.imprint.status}`)

describe('an enveloping CAdES signature', () => {
  it.each([
    ['B', 'TOTAL-FAILED FORMAT_FAILURE signature-format-acceptable'],
    ['T', 'INDETERMINATE TRY_LATER revocation-data-available'],
    ['LT', 'TOTAL-PASSED'],
    ['LTA', 'TOTAL-PASSED'],
  ] as const)('an enveloping CAdES signature of level %s has the level and the verdict of XAdES', (level, verdict) => {
    const [signature] = signaturesOf(cadesSignature(content, { level }))
    expect(signature?.form).toMatchObject({ syntax: 'cms', profile: 'cades', level })
    expect(describeSignature(signature)).toBe(verdict)
    expect(signature?.scopes).toEqual([{ kind: 'cms-content' }])
  })

  it('an enveloping CAdES signature gives its content away as a data file', () => {
    const [file, ...others] = listDataFiles(cadesSignature(content), 'CADES', limits)
    expect(others).toEqual([])
    expect(Buffer.concat([...(file?.content?.pieces() ?? [])])).toEqual(content)
  })

  it('an enveloping CAdES signature is read in BER, with its content in pieces', () => {
    expect(made({ encoding: 'ber' })).toBe('TOTAL-PASSED')
  })

  it.each([
    ['certificate values and responses in attributes', { values: 'attributes' }],
    ['a response without what encloses it in the message', { revocation: 'basic' }],
    ['a revocation list in the message', { revocation: 'crl' }],
    ['a revocation list in an attribute', { values: 'attributes', revocation: 'crl' }],
  ] as const)('an enveloping CAdES signature of level LT has %s', (_, options) => {
    expect(signaturesOf(cadesSignature(content, options))[0]?.form?.level).toBe('LT')
    expect(made(options)).toBe('TOTAL-PASSED')
  })

  it.each([
    ['no message digest that matches', { messageDigest: Buffer.alloc(32) }, 'TOTAL-FAILED HASH_FAILURE signed-data-intact'],
    [
      'another value',
      { tamperSignature: (value: Buffer) => Buffer.concat([value.subarray(0, -1), Buffer.of((value.at(-1) ?? 0) ^ 1)]) },
      /^TOTAL-FAILED SIG_CRYPTO_FAILURE/,
    ],
    ['no signed attributes', { bare: true }, /NO_SIGNING_CERTIFICATE_FOUND/],
    ['a content type that is not id-data', { encapsulatedType: '1.2.840.113549.1.9.16.1.4' }, /cms-content-type/],
    ['another content type in the attribute', { contentType: '1.2.840.113549.1.9.16.1.4' }, /cms-content-type/],
    ['no signing-certificate attribute', { signingCertificate: 'none' }, /NO_SIGNING_CERTIFICATE_FOUND/],
    ['the digest of another certificate', { referencedCertificate: pki.secondSigner.certificate }, /NO_SIGNING_CERTIFICATE_FOUND/],
    ['no certificate of the signer', { certificates: [] }, /NO_SIGNING_CERTIFICATE_FOUND/],
    ['a revoked certificate', { ocsp: { status: { revokedAt: Date.parse('2026-03-01T00:00:00Z') } } }, /REVOKED/],
    ['a time-stamp over other data', { timeStamp: { data: Buffer.from('x') } }, /^INDETERMINATE|^TOTAL-FAILED/],
  ] as const)('an enveloping CAdES signature with %s does not pass', (_, options, verdict) => {
    expect(made(options as CadesOptions)).toMatch(verdict)
  })

  it('every signer of a message is a signature of its own', () => {
    const document = cadesSignature(content, {
      otherSigners: [pki.secondSigner],
      certificates: certificatesOf(pki.signer, pki.secondSigner),
    })
    const signatures = signaturesOf(document)
    expect(signatures.map(describeSignature)).toEqual(['TOTAL-PASSED', 'INDETERMINATE TRY_LATER revocation-data-available'])
    expect(signatures.map(({ source }) => source.index)).toEqual([0, 1])
    expect(new Set(signatures.map(({ id }) => id)).size).toBe(2)
  })

  it('archive time-stamps of earlier versions are told, and make no level LTA', () => {
    const old = () => attribute('1.2.840.113549.1.9.16.2.48', Buffer.of(5, 0))
    const [signature] = signaturesOf(cadesSignature(content, { unsigned: [old] }))
    expect(signature?.evidence?.facts.structure.map(({ code }) => code)).toEqual(['ARCHIVE_TIME_STAMP_OLD'])
    expect(signature?.form?.level).toBe('LT')
    expect(signature?.indication).toBe('TOTAL-PASSED')
  })
})

describe('an archive-time-stamp-v3', () => {
  it.each([1, 2, 3] as const)('an archive-time-stamp-v3 with version %i of its hash index verifies', (version) => {
    expect(imprintsOf({ level: 'LTA', archive: { version } })).toEqual(['signature intact', 'archive intact'])
  })

  it('an archive-time-stamp-v3 covers an earlier one', () => {
    const [signature] = signaturesOf(cadesSignature(content, { level: 'LTA', unsigned: [archiveTimeStamp()] }))
    const [, first, second] = signature?.timeStamps ?? []
    expect(second?.facts.coverage.timeStamps).toContain(first?.facts.id)
    expect(signature?.timeStamps.map(({ facts }) => facts.imprint.status)).toEqual(['intact', 'intact', 'intact'])
  })

  it('an archive-time-stamp-v3 proves that certificates, responses and the signature time-stamp existed', () => {
    const [signature] = signaturesOf(cadesSignature(content, { level: 'LTA' }))
    const [stamp, archive] = signature?.timeStamps ?? []
    expect(archive?.facts.coverage).toMatchObject({ signatureValue: true, signedData: true, timeStamps: [stamp?.facts.id] })
    expect(archive?.facts.coverage.certificates.length).toBeGreaterThan(2)
    expect(archive?.facts.coverage.revocations).toHaveLength(1)
  })

  it('an archive-time-stamp-v3 does not cover what its hash index leaves out', () => {
    const [signature] = signaturesOf(
      cadesSignature(content, { level: 'LTA', archive: { index: (index) => ({ ...index, revocations: [], unsigned: [] }) } }),
    )
    expect(signature?.timeStamps[1]?.facts).toMatchObject({ imprint: { status: 'intact' }, coverage: { revocations: [], timeStamps: [] } })
  })

  it.each([
    ['certificate', (digests: readonly Buffer[]) => ({ certificates: digests })],
    ['revocation list or response', (digests: readonly Buffer[]) => ({ revocations: digests })],
    ['unsigned attribute', (digests: readonly Buffer[]) => ({ unsigned: digests })],
  ] as const)('an archive-time-stamp-v3 whose hash index names a %s that is not there proves nothing', (_, changed) => {
    const index = changed([hash('sha256', Buffer.from('lost'))])
    expect(imprintsOf({ level: 'LTA', archive: { index: (own) => ({ ...own, ...index }) } })).toEqual([
      'signature intact',
      'archive data-not-found',
    ])
  })

  it('an archive-time-stamp-v3 whose hash index has a digest that is not accepted proves nothing', () => {
    const errorsOf = (digest: 'sha512' | 'md5') =>
      signaturesOf(cadesSignature(content, { level: 'LTA', archive: { digest } })).map(({ indication, warnings }) => [
        indication,
        ...warnings.map(({ key }) => key),
      ])
    expect(errorsOf('sha512')).toEqual([['TOTAL-PASSED']])
    expect(errorsOf('md5')).toEqual([['TOTAL-PASSED', 'time-stamp-algorithm-acceptable']])
  })

  it('an archive-time-stamp-v3 without a hash index, or over other data, proves nothing', () => {
    expect(imprintsOf({ level: 'LTA', archive: { withoutIndex: true } })).toEqual(['signature intact', 'archive data-not-found'])
    expect(imprintsOf({ level: 'LTA', archive: { timeStamp: { data: content } } })).toEqual(['signature intact', 'archive mismatch'])
  })
})

describe('a detached CAdES signature', () => {
  const document = cadesSignature(content, { enveloping: false })
  const files = (...contents: readonly Buffer[]): DetachedData => ({
    kind: 'files',
    files: contents.map((bytes, index) => ({ name: `leping${index}.txt`, bytes })),
  })

  it('a detached CAdES signature passes with its file, and with its digest', () => {
    expect(verdictOf(document, files(content))).toBe('TOTAL-PASSED')
    expect(signaturesOf(document, files(content))[0]?.scopes).toEqual([{ kind: 'file', name: 'leping0.txt' }])
    const digest = { name: 'leping.txt', algorithm: 'SHA256', value: hash('sha256', content).toString('hex') } as const
    expect(verdictOf(document, { kind: 'digests', files: [digest] })).toBe('TOTAL-PASSED')
  })

  it('a detached CAdES signature finds its file among several', () => {
    expect(verdictOf(document, files(Buffer.from('x'), content))).toBe('TOTAL-PASSED')
    expect(verdictOf(document, files(Buffer.from('x'), Buffer.from('y')))).toBe('INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found')
  })

  it('a detached CAdES signature cannot be decided without its file, and fails with another one', () => {
    expect(verdictOf(document)).toBe('INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found')
    expect(verdictOf(document, files(Buffer.from('x')))).toBe('TOTAL-FAILED HASH_FAILURE signed-data-intact')
    expect(verdictOf(document, files(Buffer.alloc(0)))).toBe('TOTAL-FAILED HASH_FAILURE signed-data-intact')
  })

  it('a detached CAdES signature without signed attributes is not verified by a digest', () => {
    const bare = cadesSignature(content, { enveloping: false, bare: true })
    expect(verdictOf(bare, { kind: 'stated' })).toMatch(/^INDETERMINATE/)
  })
})

describe('a CAdES signature that is no baseline signature (EN 319 122-1, 6.3)', () => {
  const against = (options: CadesOptions) =>
    signaturesOf(cadesSignature(content, options))[0]
      ?.evidence?.facts.structure.filter(({ key }) => key === 'signature-baseline')
      .map(({ facts: { property } }) => property)
  const added = (...oids: readonly string[]) => ({ unsigned: oids.map((oid) => () => attribute(oid, sequence())) })
  const certificateReferences = '1.2.840.113549.1.9.16.2.21'
  const revocationReferences = '1.2.840.113549.1.9.16.2.22'

  it('a CAdES signature of every level as the programs make it is a baseline signature', () => {
    for (const level of ['B', 'T', 'LT', 'LTA'] as const) expect(against({ level })).toEqual([])
    expect(against(added('1.2.3.4'))).toEqual([])
  })

  it('a CAdES signature with values or references in its attributes is none', () => {
    expect(against({ values: 'attributes' })).toEqual(['certificate-values', 'revocation-values'])
    expect(against(added(certificateReferences))).toEqual(['complete-certificate-references'])
    expect(against(added(certificateReferences, revocationReferences))).toHaveLength(2)
  })

  it('a CAdES signature of level T is one of the older form C only with both kinds of references', () => {
    expect(against({ level: 'T', ...added(certificateReferences) })).toEqual([])
    expect(against({ level: 'T', ...added(certificateReferences, revocationReferences) })).toHaveLength(2)
  })
})
