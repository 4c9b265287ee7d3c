import type { Certificate, Identity } from '../support/certificate.js'
import { type CrlOptions, certificateRevocationList } from '../support/crl.js'
import { context, contextPrimitive, integer, objectIdentifier, sequence } from '../support/der.js'
import { encodeName } from '../support/names.js'
import { type OcspOptions, ocspResponse } from '../support/ocsp.js'
import { attribute } from '../support/pdf/cms.js'
import type { PdfDraft } from '../support/pdf/draft.js'
import { addFieldSignature } from '../support/pdf/signature.js'
import { addDocumentTimeStamp, type SignedPdfOptions, signPdf } from '../support/pdf/signed-pdf.js'
import { hours, moments, pki, variantOf } from '../support/pki.js'
import { timeStampToken } from '../support/time-stamp.js'
import { type Forgery, forgedMessage, oids, withMessage } from './forged-messages.js'

export const evidenceForgeries: Record<string, Forgery> = {}
const forge = (name: string, says: string, options: SignedPdfOptions) => {
  evidenceForgeries[name] = { options, says }
}

const { issuingAuthority, secondAuthority, foreignAuthority, signer } = pki
/** What only calls itself the authority: its name, another key. */
const impostor: Identity = { ...issuingAuthority, key: foreignAuthority.key }
const impostorResponder = variantOf(pki.delegatedResponder, { issuer: impostor, key: pki.foreignResponder.key })
const path = [issuingAuthority, pki.delegatedResponder].map(({ certificate }) => certificate.der)

const withCrls = (...lists: readonly Partial<CrlOptions>[]): SignedPdfOptions => ({
  store: { certificates: path, ocsps: [], crls: lists.map((list) => certificateRevocationList({ issuer: issuingAuthority, ...list })) },
})
const point = (...fields: readonly Buffer[]) => ({ extensions: [{ oid: '2.5.29.28', critical: true, value: sequence(...fields) }] })
const yes = Buffer.from([0xff])
const uri = (text: string) => context(0, context(0, contextPrimitive(6, Buffer.from(text))))
const revoked = { revoked: [{ serialNumber: signer.certificate.serialNumber, revokedAt: moments.signing - hours(24) }] }

// CRLs in the DSS dictionary
forge('CRL as it should be', 'TOTAL-PASSED', withCrls({}))
forge(
  'CRL of an authority of the same name with another key',
  'INDETERMINATE TRY_LATER revocation-signature-intact',
  withCrls({ issuer: impostor }),
)
forge('CRL of another authority', 'INDETERMINATE TRY_LATER revocation-data-available', withCrls({ issuer: secondAuthority }))
forge(
  'CRL of another authority that names this one',
  'INDETERMINATE TRY_LATER revocation-signature-intact',
  withCrls({ issuer: secondAuthority, issuerName: issuingAuthority.certificate.subject }),
)
forge(
  'CRL with a value that is changed',
  'INDETERMINATE TRY_LATER revocation-signature-intact',
  withCrls({ tamperSignature: (value) => Buffer.concat([value.subarray(0, -1), Buffer.from([(value.at(-1) ?? 0) ^ 1])]) }),
)
forge('CRL from the future', 'INDETERMINATE TRY_LATER revocation-made-in-time', withCrls({ thisUpdate: moments.validation + hours(1) }))
forge(
  'CRL long before the signature',
  'INDETERMINATE TRY_LATER revocation-data-current',
  withCrls({ thisUpdate: moments.signing - hours(24 * 60) }),
)
forge(
  'delta CRL',
  'INDETERMINATE TRY_LATER revocation-extensions-understood',
  withCrls({ extensions: [{ oid: '2.5.29.27', critical: true, value: integer(1) }] }),
)
forge(
  'delta CRL that is not marked critical',
  'INDETERMINATE TRY_LATER revocation-extensions-understood',
  withCrls({ extensions: [{ oid: '2.5.29.27', value: integer(1) }] }),
)
forge('indirect CRL', 'INDETERMINATE TRY_LATER revocation-extensions-understood', withCrls(point(contextPrimitive(4, yes))))
forge('CRL of authorities only', 'INDETERMINATE TRY_LATER revocation-data-available', withCrls(point(contextPrimitive(2, yes))))
forge('CRL of end entities only', 'TOTAL-PASSED', withCrls(point(contextPrimitive(1, yes))))
forge(
  'CRL of attribute certificates only',
  'INDETERMINATE TRY_LATER revocation-extensions-understood',
  withCrls(point(contextPrimitive(5, yes))),
)
forge(
  'CRL of some reasons',
  'INDETERMINATE TRY_LATER revocation-extensions-understood',
  withCrls(point(contextPrimitive(3, Buffer.from([6, 0x40])))),
)
forge(
  'CRL of another distribution point',
  'INDETERMINATE TRY_LATER revocation-data-available',
  withCrls(point(uri('http://elsewhere.example/a.crl'))),
)
forge(
  'CRL with a critical extension that nobody knows',
  'INDETERMINATE TRY_LATER revocation-extensions-understood',
  withCrls({ extensions: [{ oid: '1.2.3.4', critical: true, value: integer(1) }] }),
)
forge(
  'CRL that removes from a hold',
  'INDETERMINATE TRY_LATER revocation-data-available',
  withCrls({ revoked: [{ serialNumber: signer.certificate.serialNumber, revokedAt: moments.signing - hours(1), reason: 8 }] }),
)
forge(
  'CRL whose entry is of another issuer',
  'INDETERMINATE TRY_LATER revocation-extensions-understood',
  withCrls({
    ...revoked,
    entryExtensions: [{ oid: '2.5.29.29', critical: true, value: sequence(context(4, encodeName(foreignAuthority.certificate.subject))) }],
  }),
)
forge('CRL that revokes', 'INDETERMINATE REVOKED_NO_POE certificate-not-revoked', withCrls(revoked))
forge('CRL that revokes behind a sound one', 'INDETERMINATE REVOKED_NO_POE certificate-not-revoked', withCrls({}, revoked))
forge('CRL that revokes beside a sound OCSP response', 'INDETERMINATE REVOKED_NO_POE certificate-not-revoked', {
  store: { certificates: path, crls: [certificateRevocationList({ issuer: issuingAuthority, ...revoked })] },
})
forge('CRL of an impostor that revokes beside a sound OCSP response', 'TOTAL-PASSED', {
  store: { certificates: path, crls: [certificateRevocationList({ issuer: impostor, ...revoked })] },
})
forge('CRL that is none', 'INDETERMINATE TRY_LATER revocation-data-available', {
  store: { certificates: path, ocsps: [], crls: [sequence(integer(1))] },
})

// OCSP responses in the DSS dictionary
const withOcsp = (options: Partial<OcspOptions>, certificates: readonly Certificate[] = []): SignedPdfOptions => ({
  ocsp: options,
  store: { certificates: [...path, ...certificates.map(({ der }) => der)] },
})
forge(
  'OCSP response of a foreign responder',
  'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND revocation-issuer-chain-found',
  withOcsp({ responder: pki.foreignResponder }, [foreignAuthority.certificate]),
)
forge(
  'OCSP response of a responder of an impostor',
  'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND revocation-issuer-chain-found',
  withOcsp({ responder: impostorResponder }),
)
forge(
  'OCSP response of an impostor itself',
  'INDETERMINATE TRY_LATER revocation-signature-intact',
  withOcsp({ responder: impostor, certificates: [] }),
)
forge('OCSP response of the authority itself', 'TOTAL-PASSED', withOcsp({ responder: issuingAuthority, certificates: [] }))
forge('OCSP response about another serial number', 'INDETERMINATE TRY_LATER revocation-data-available', withOcsp({ serialNumber: 1n }))
forge(
  'OCSP response about the certificate of an impostor',
  'INDETERMINATE TRY_LATER revocation-data-available',
  withOcsp({ issuer: { ...issuingAuthority.certificate, publicKeyInfo: foreignAuthority.certificate.publicKeyInfo } }),
)
forge(
  'OCSP response about the certificate of another authority',
  'INDETERMINATE TRY_LATER revocation-data-available',
  withOcsp({ issuer: secondAuthority.certificate }),
)
forge(
  'OCSP response from the future',
  'INDETERMINATE TRY_LATER revocation-made-in-time',
  withOcsp({ producedAt: moments.validation + hours(1) }),
)
forge(
  'OCSP response before the signature',
  'INDETERMINATE TIMESTAMP_ORDER_FAILURE revocation-after-time-stamp',
  withOcsp({ producedAt: moments.signing - hours(48), thisUpdate: moments.signing - hours(48) }),
)
forge(
  'OCSP response with a critical extension that nobody knows',
  'INDETERMINATE TRY_LATER revocation-extensions-understood',
  withOcsp({ criticalExtension: true }),
)
forge(
  'OCSP response with a value that is changed',
  'INDETERMINATE TRY_LATER revocation-signature-intact',
  withOcsp({ tamperSignature: (value) => Buffer.concat([value.subarray(0, -1), Buffer.from([(value.at(-1) ?? 0) ^ 1])]) }),
)
forge(
  'OCSP response of a responder that may not',
  'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND revocation-issuer-authorised',
  withOcsp({ responder: variantOf(pki.delegatedResponder, { extendedKeyUsage: null, key: pki.foreignResponder.key }) }),
)
forge(
  'OCSP response of the signer itself',
  'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND revocation-issuer-authorised',
  withOcsp({ responder: signer }),
)
forge('OCSP response: unknown', 'INDETERMINATE TRY_LATER revocation-status-known', withOcsp({ status: 'unknown' }))
forge(
  'OCSP response: revoked before the signature',
  'INDETERMINATE REVOKED_NO_POE certificate-not-revoked',
  withOcsp({ status: { revokedAt: moments.signing - hours(1) } }),
)
forge('OCSP response: revoked, beside one that says good', 'INDETERMINATE REVOKED_NO_POE certificate-not-revoked', {
  store: {
    certificates: path,
    ocsps: [
      ocspResponse({ certificate: signer }),
      ocspResponse({ certificate: signer, status: { revokedAt: moments.signing - hours(1) } }),
    ],
  },
})
forge('OCSP response: try later', 'INDETERMINATE TRY_LATER revocation-data-available', withOcsp({ responseStatus: 3 }))

// The same within the message
const inMessage = (...revocations: readonly Buffer[]): SignedPdfOptions => ({
  ...withMessage(() => ({ revocations })),
  store: { certificates: path, ocsps: [] },
})
const asOther = (response: Buffer) => context(1, objectIdentifier('1.3.6.1.5.5.7.16.2'), response)
forge(
  'message with a sound CRL, DSS dictionary without',
  'INDETERMINATE TRY_LATER revocation-data-in-signature',
  inMessage(certificateRevocationList({ issuer: issuingAuthority })),
)
forge(
  'message with a CRL of an impostor',
  'INDETERMINATE TRY_LATER revocation-signature-intact',
  inMessage(certificateRevocationList({ issuer: impostor })),
)
forge(
  'message with a delta CRL',
  'INDETERMINATE TRY_LATER revocation-extensions-understood',
  inMessage(certificateRevocationList({ issuer: issuingAuthority, extensions: [{ oid: '2.5.29.27', critical: true, value: integer(1) }] })),
)
forge(
  'message with an OCSP response of a foreign responder',
  'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND revocation-issuer-chain-found',
  inMessage(asOther(ocspResponse({ certificate: signer, responder: pki.foreignResponder }))),
)
forge(
  'message with a CRL that revokes, beside a sound OCSP response',
  'INDETERMINATE REVOKED_NO_POE certificate-not-revoked',
  withMessage(() => ({ revocations: [certificateRevocationList({ issuer: issuingAuthority, ...revoked })] })),
)
const archived = (response: Buffer): SignedPdfOptions => ({
  ...withMessage(({ attributes }) => ({
    attributes: [...attributes, attribute(oids.revocationInfoArchival, sequence(context(1, sequence(response))))],
  })),
  store: { certificates: path, ocsps: [] },
})
forge(
  'archived OCSP response of a foreign responder',
  'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND revocation-issuer-chain-found',
  archived(ocspResponse({ certificate: signer, responder: pki.foreignResponder })),
)
forge(
  'archived OCSP response: revoked',
  'INDETERMINATE REVOKED_NO_POE certificate-not-revoked',
  archived(ocspResponse({ certificate: signer, status: { revokedAt: moments.signing - hours(1) } })),
)

// Document time-stamps
const contentsOf = (draft: PdfDraft, ranges: readonly [number, number, number, number]) =>
  Buffer.from(draft.bytes.toString('latin1', ranges[1] + 1, ranges[2] - 1).replace(/(00)+$/, ''), 'hex')
const copied = (draft: PdfDraft, token: Buffer) =>
  addFieldSignature(draft, { type: '/DocTimeStamp', subFilter: '/ETSI.RFC3161', claimedTime: null, sign: () => token })
forge('document time-stamp of an earlier revision again', 'TOTAL-PASSED, told: time-stamp-imprint-intact', {
  level: 'LTA',
  after: (draft) => {
    const first = addDocumentTimeStamp(draft)
    copied(draft, contentsOf(draft, first.ranges))
  },
})
forge('document time-stamp of an earlier revision as the only one of the newest', 'INDETERMINATE TRY_LATER revocation-data-available', {
  level: 'T',
  timeStamp: { data: Buffer.from('another') },
  after: (draft) => {
    copied(draft, timeStampToken({ data: draft.bytes }))
  },
})
forge('document time-stamp earlier than the signature time-stamp', 'INDETERMINATE TIMESTAMP_ORDER_FAILURE time-stamp-order', {
  level: 'LTA',
  documentTimeStamp: { token: { genTime: moments.timeStamp - hours(1) } },
})
forge('document time-stamp of a unit that nobody lists', 'TOTAL-PASSED, told: certificate-chain-found', {
  level: 'LTA',
  documentTimeStamp: { token: { unit: pki.foreignTimeStampingUnit } },
})
forge('document time-stamp over the value of the signature', 'TOTAL-PASSED, told: time-stamp-imprint-intact', {
  level: 'LT',
  after: (draft, signature) => {
    copied(draft, timeStampToken({ data: signature.contents, genTime: moments.archive }))
  },
})
forge('signature as document time-stamp', 'TOTAL-PASSED, told: time-stamp-readable', {
  level: 'LT',
  after: (draft) => {
    addFieldSignature(draft, { type: '/DocTimeStamp', subFilter: '/ETSI.RFC3161', sign: (covered) => forgedMessage(covered, () => ({})) })
  },
})
forge('time-stamp token as signature', 'TOTAL-FAILED FORMAT_FAILURE signature-format-acceptable', {
  level: 'LT',
  field: { sign: (covered) => timeStampToken({ data: covered }) },
})
forge('message of one signature in the field of another', 'TOTAL-PASSED | TOTAL-FAILED HASH_FAILURE signed-data-intact', {
  after: (draft, signature) => {
    addFieldSignature(draft, { sign: () => signature.contents.subarray(0, signature.contents.findLastIndex((octet) => octet !== 0) + 1) })
  },
})
forge('time-stamp of the first signature in the second', 'TOTAL-PASSED | INDETERMINATE TRY_LATER revocation-data-available', {
  after: (draft) => {
    signPdf(draft, { signer: pki.secondSigner, timeStamp: { data: Buffer.from('the first signature') } })
  },
})
