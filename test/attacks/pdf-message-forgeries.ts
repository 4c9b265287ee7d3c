import {
  context,
  contextPrimitive,
  indefinite,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  octetStringInPieces,
  sequence,
  tagged,
  time,
} from '../support/der.js'
import { encodeName } from '../support/names.js'
import { attribute } from '../support/pdf/cms.js'
import { hours, minutes, moments, pki, variantOf } from '../support/pki.js'
import { type DigestName, digestAlgorithm, hash } from '../support/signing.js'
import { timeStampToken } from '../support/time-stamp.js'
import {
  certificateIdV2,
  contentTypeAttribute,
  type Forgery,
  instead,
  type MessageChange,
  messageDigestAttribute,
  oids,
  signerInfoBy,
  signingCertificateV1,
  signingCertificateV2,
  withMessage,
} from './forged-messages.js'

export const messageForgeries: Record<string, Forgery> = {}
const forge = (name: string, says: string, change: MessageChange, signer = pki.signer) => {
  messageForgeries[name] = { options: withMessage(change, signer), says }
}
const { certificate } = pki.signer
const own = certificateIdV2(certificate)
const flip = (value: Buffer, at = -1): Buffer => {
  const changed = Buffer.from(value)
  const index = at < 0 ? changed.length + at : at
  changed[index] = (changed[index] ?? 0) ^ 1
  return changed
}

// Several signers
forge('second signer in front', 'TOTAL-FAILED FORMAT_FAILURE cms-signer-single', (_, covered) => ({
  signerInfos: (mine) => [signerInfoBy(pki.secondSigner, covered), mine],
}))
forge('second signer behind', 'TOTAL-FAILED FORMAT_FAILURE cms-signer-single', (_, covered) => ({
  signerInfos: (mine) => [mine, signerInfoBy(pki.secondSigner, covered)],
}))
forge('broken signer in front of the sound one', 'TOTAL-FAILED FORMAT_FAILURE cms-signer-single', (_, covered) => ({
  signerInfos: (mine) => [signerInfoBy(pki.signer, Buffer.concat([covered, Buffer.from('x')])), mine],
}))
forge('broken signer of the same name behind the sound one', 'TOTAL-FAILED FORMAT_FAILURE cms-signer-single', (_, covered) => ({
  signerInfos: (mine) => [mine, signerInfoBy(pki.signer, Buffer.concat([covered, Buffer.from('x')]))],
}))
forge('sound SignerInfo twice', 'TOTAL-PASSED', () => ({ signerInfos: (mine) => [mine, mine] }))
forge('no signer', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', () => ({ signerInfos: () => [] }))
forge('SignerInfo that is none behind the sound one', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', () => ({
  signerInfos: (mine) => [mine, sequence(integer(1))],
}))

// Signed attributes
const without =
  (index: number): MessageChange =>
  ({ attributes }) => ({ attributes: attributes.filter((_, at) => at !== index) })
forge('no content-type', 'INDETERMINATE SIG_CONSTRAINTS_FAILURE cms-content-type', without(0))
forge('no message-digest', 'INDETERMINATE SIG_CONSTRAINTS_FAILURE cms-message-digest-present', without(1))
forge('empty set of signed attributes', 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-reference-present', () => ({
  attributes: [],
}))
forge(
  'no signed attributes but a value over an empty set',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-reference-present',
  () => ({ attributes: [], writtenAttributes: () => null }),
)
const more =
  (...extra: readonly Buffer[]): MessageChange =>
  ({ attributes }) => ({ attributes: [...attributes, ...extra] })
forge('content-type twice', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', more(contentTypeAttribute))
forge(
  'counter-signature among the signed attributes',
  'TOTAL-FAILED FORMAT_FAILURE signature-readable',
  more(attribute('1.2.840.113549.1.9.6', sequence())),
)
forge('message-digest twice, equal', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', ({ attributes }) => ({
  attributes: [...attributes, attributes[1] ?? own],
}))
forge('message-digest twice, unlike', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', more(messageDigestAttribute(Buffer.alloc(32, 1))))
forge('message-digest with two values', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', (_, covered) =>
  instead(1, attribute(oids.messageDigest, octetString(hash('sha256', covered)), octetString(Buffer.alloc(32, 1))))(_, covered),
)
forge('message-digest without a value', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', instead(1, attribute(oids.messageDigest)))
forge('message-digest cut short', 'TOTAL-FAILED HASH_FAILURE signed-data-intact', (parts, covered) =>
  instead(1, messageDigestAttribute(hash('sha256', covered).subarray(0, 20)))(parts, covered),
)
forge('message-digest empty', 'TOTAL-FAILED HASH_FAILURE signed-data-intact', instead(1, messageDigestAttribute(Buffer.alloc(0))))
forge('message-digest in pieces', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', (parts, covered) =>
  instead(1, attribute(oids.messageDigest, octetStringInPieces(hash('sha256', covered), 8)))(parts, covered),
)
forge(
  'content-type with two values',
  'TOTAL-FAILED FORMAT_FAILURE signature-readable',
  instead(0, attribute(oids.contentType, objectIdentifier(oids.data), objectIdentifier(oids.signedData))),
)
forge(
  'content-type of another content',
  'INDETERMINATE SIG_CONSTRAINTS_FAILURE cms-content-type',
  instead(0, attribute(oids.contentType, objectIdentifier(oids.signedData))),
)
forge('encapsulated content type of another content', 'INDETERMINATE SIG_CONSTRAINTS_FAILURE cms-content-type', () => ({
  encapsulated: sequence(objectIdentifier('1.2.840.113549.1.9.16.1.4')),
}))
forge('content-type only among the unsigned attributes', 'INDETERMINATE SIG_CONSTRAINTS_FAILURE cms-content-type', (parts, covered) => ({
  ...without(0)(parts, covered),
  unsigned: (value) => [...parts.unsigned(value), contentTypeAttribute],
}))
forge(
  'message-digest only among the unsigned attributes',
  'INDETERMINATE SIG_CONSTRAINTS_FAILURE cms-message-digest-present',
  (parts, covered) => ({
    ...without(1)(parts, covered),
    unsigned: (value) => [...parts.unsigned(value), messageDigestAttribute(hash('sha256', covered))],
  }),
)
forge('unsigned message-digest beside the signed one', 'TOTAL-PASSED', (parts) => ({
  unsigned: (value) => [...parts.unsigned(value), messageDigestAttribute(Buffer.alloc(32, 1))],
}))
forge(
  'signing-time long before the claimed time',
  'TOTAL-PASSED, told: pdf-signature-pades',
  more(attribute(oids.signingTime, time(moments.signing - hours(24 * 365)))),
)
forge('attributes written in another order than they were signed', 'TOTAL-PASSED', (parts) => ({
  writtenAttributes: () => tagged(0xa0, ...[...parts.attributes].sort((a, b) => Buffer.compare(b, a))),
}))
forge('an attribute more than was signed', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', (parts) => ({
  writtenAttributes: () => tagged(0xa0, ...[...parts.attributes, attribute('1.2.3.4', nullValue())].sort(Buffer.compare)),
}))

// Reference to the signing certificate
const named = (...ids: readonly Buffer[]): MessageChange => instead(2, signingCertificateV2(...ids))
const { certificate: other } = pki.secondSigner
forge('reference absent', 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-reference-present', without(2))
forge(
  'reference only among the unsigned attributes',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-reference-present',
  (parts, covered) => ({
    ...without(2)(parts, covered),
    unsigned: (value) => [...parts.unsigned(value), signingCertificateV2(own)],
  }),
)
forge(
  'reference to another certificate',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match',
  named(certificateIdV2(other)),
)
forge(
  'reference to another certificate first',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match',
  named(certificateIdV2(other), own),
)
forge('further reference to another certificate', 'TOTAL-PASSED', named(own, certificateIdV2(other)))
forge('reference without any certificate', 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-reference-present', named())
forge(
  'reference with the issuer of somebody else',
  'TOTAL-PASSED, told: signing-certificate-issuer-serial-match',
  named(certificateIdV2(certificate, { named: pki.foreignResponder.certificate })),
)
forge(
  'reference with another serial number',
  'TOTAL-PASSED, told: signing-certificate-issuer-serial-match',
  named(certificateIdV2(certificate, { named: { issuer: certificate.issuer, serialNumber: 1n } })),
)
forge('reference twice, one attribute each', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', more(signingCertificateV2(own)))
forge(
  'reference with two values',
  'TOTAL-FAILED FORMAT_FAILURE signature-readable',
  instead(2, attribute(oids.signingCertificateV2, sequence(sequence(own)), sequence(sequence(certificateIdV2(other))))),
)
forge(
  'reference with an empty digest',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match',
  named(certificateIdV2(certificate, { value: Buffer.alloc(0) })),
)
forge(
  'reference with half of the digest',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match',
  named(certificateIdV2(certificate, { value: hash('sha256', certificate.der).subarray(0, 16) })),
)
const hashed = (digest: DigestName) =>
  certificateIdV2(certificate, { digest: digestAlgorithm(digest), value: hash(digest, certificate.der) })
forge('reference by SHA-512', 'TOTAL-PASSED', named(hashed('sha512')))
forge('reference by SHA-1 in version 2', 'TOTAL-PASSED', named(hashed('sha1')))
forge(
  'reference by MD5 in version 2',
  'INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE certificate-reference-algorithm-acceptable',
  named(hashed('md5')),
)
forge(
  'reference that says SHA-512 and holds SHA-256',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match',
  named(certificateIdV2(certificate, { digest: digestAlgorithm('sha512') })),
)
forge(
  'reference by a digest that nobody knows',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match',
  named(certificateIdV2(certificate, { digest: sequence(objectIdentifier('1.2.3.4')) })),
)
forge(
  'sound reference of version 1, of version 2 to another',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match',
  (parts, covered) => ({
    attributes: [...(named(certificateIdV2(other))(parts, covered).attributes ?? []), signingCertificateV1(hash('sha1', certificate.der))],
  }),
)
forge(
  'sound reference of version 2, of version 1 to another',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match',
  more(signingCertificateV1(hash('sha1', other.der))),
)

// Certificates
const impostor = { ...pki.issuingAuthority, key: pki.foreignAuthority.key }
forge(
  'another certificate of the same key and serial number',
  'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match',
  () => ({
    certificates: [variantOf(pki.signer, { notAfter: '2031-01-01T00:00:00Z', serialNumber: certificate.serialNumber }).certificate.der],
  }),
)
forge('another certificate of the same key and serial number in front', 'TOTAL-PASSED', (parts) => ({
  certificates: [
    variantOf(pki.signer, { notAfter: '2031-01-01T00:00:00Z', serialNumber: certificate.serialNumber }).certificate.der,
    ...parts.certificates,
  ],
}))
forge(
  'signer of an authority of the same name with another key',
  'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND certificate-signature-intact',
  () => ({}),
  variantOf(pki.signer, { issuer: impostor }),
)
forge('certificate with one bit changed', 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-digest-match', (parts) => ({
  certificates: parts.certificates.map((der) => flip(der)),
}))
forge('certificate that is none beside the sound one', 'TOTAL-PASSED, told: certificate-readable', (parts) => ({
  certificates: [sequence(integer(1)), ...parts.certificates],
}))

// Encodings
forge('octets behind the message', 'TOTAL-FAILED FORMAT_FAILURE pdf-contents-exact', () => ({
  message: (der) => Buffer.concat([der, Buffer.from('x')]),
}))
forge('zero, then octets behind the message', 'TOTAL-FAILED FORMAT_FAILURE pdf-contents-exact', () => ({
  message: (der) => Buffer.concat([der, Buffer.alloc(9), Buffer.from('x')]),
}))
forge('second message behind the first', 'TOTAL-FAILED FORMAT_FAILURE pdf-contents-exact', (_, covered) => ({
  message: (der) => Buffer.concat([der, signerInfoBy(pki.secondSigner, covered)]),
}))
forge('end of contents behind a definite length', 'TOTAL-PASSED', () => ({ message: (der) => Buffer.concat([der, Buffer.from([0, 0])]) }))
forge('indefinite length', 'TOTAL-PASSED', () => ({ message: (der) => indefinite(0x30, der.subarray(4)) }))
forge('indefinite length without its end', 'TOTAL-PASSED', () => ({
  message: (der) => Buffer.concat([Buffer.from([0x30, 0x80]), der.subarray(4)]),
}))
forge('length of five octets', 'TOTAL-PASSED', () => ({
  message: (der) => Buffer.concat([Buffer.from([0x30, 0x84, 0, 0]), der.subarray(2)]),
}))
forge('length that leads behind Contents', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', () => ({
  message: (der) => Buffer.concat([Buffer.from([0x30, 0x83, 0x7f, 0xff, 0xff]), der.subarray(4)]),
}))
forge('something behind the signers', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', () => ({ behind: context(5, integer(1)) }))
forge('OCTET STRING behind the signers', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', () => ({
  behind: octetString(Buffer.from('x')),
}))
forge('value in pieces', 'TOTAL-PASSED', () => ({ valueField: (bytes) => octetStringInPieces(bytes, 20) }))
forge('value as BIT STRING', 'TOTAL-FAILED FORMAT_FAILURE signature-readable', () => ({
  valueField: (bytes) => tagged(0x03, Buffer.from([0]), bytes),
}))
forge('signed attributes of indefinite length', 'TOTAL-PASSED', () => ({
  writtenAttributes: (signed) => indefinite(0xa0, signed.subarray(3)),
}))
forge('attributes signed under their context tag', 'TOTAL-FAILED SIG_CRYPTO_FAILURE signature-value-intact', (parts) => ({
  sign: (signed, covered) => parts.sign(Buffer.concat([Buffer.from([0xa0]), signed.subarray(1)]), covered),
}))
forge('content attached, unlike', 'TOTAL-FAILED FORMAT_FAILURE cms-content-detached', () => ({
  encapsulated: sequence(objectIdentifier(oids.data), context(0, octetString(Buffer.from('another document')))),
}))
forge('content attached, empty', 'TOTAL-FAILED FORMAT_FAILURE cms-content-detached', () => ({
  encapsulated: sequence(objectIdentifier(oids.data), context(0, octetString(Buffer.alloc(0)))),
}))
forge('content attached, in pieces', 'TOTAL-FAILED FORMAT_FAILURE cms-content-detached', () => ({
  encapsulated: sequence(objectIdentifier(oids.data), context(0, octetStringInPieces(Buffer.from('abc'), 1))),
}))
forge('signer by key identifier', 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-identified', () => ({
  identifier: contextPrimitive(0, hash('sha1', Buffer.from('x'))),
}))
forge('signer by the serial number of somebody else', 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-identified', () => ({
  identifier: sequence(encodeName(certificate.issuer), integer(1)),
}))
forge('signer by the name of somebody else', 'INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND signing-certificate-identified', () => ({
  identifier: sequence(encodeName(pki.foreignAuthority.certificate.subject), integer(certificate.serialNumber)),
}))

// Unsigned attributes
forge('no time-stamp', 'TOTAL-FAILED FORMAT_FAILURE signature-format-acceptable', () => ({ unsigned: () => [] }))
forge('time-stamp of another value beside the own one', 'TOTAL-PASSED, told: time-stamp-imprint-intact', (parts) => ({
  unsigned: (bytes) => [...parts.unsigned(bytes), attribute(oids.signatureTimeStamp, timeStampToken({ data: Buffer.from('another') }))],
}))
forge('time-stamp over the octets of the file', 'TOTAL-FAILED FORMAT_FAILURE existence-proven', (_, covered) => ({
  unsigned: () => [attribute(oids.signatureTimeStamp, timeStampToken({ data: covered }))],
}))
forge('time-stamp of a unit that nobody lists', 'TOTAL-FAILED FORMAT_FAILURE existence-proven', () => ({
  unsigned: (bytes) => [attribute(oids.signatureTimeStamp, timeStampToken({ data: bytes, unit: pki.foreignTimeStampingUnit }))],
}))
forge('time-stamp that is none', 'TOTAL-FAILED FORMAT_FAILURE existence-proven', () => ({
  unsigned: () => [attribute(oids.signatureTimeStamp, sequence(integer(1)))],
}))
forge('time-stamp before the certificate was valid', 'INDETERMINATE OUT_OF_BOUNDS_NOT_REVOKED certificate-valid', () => ({
  unsigned: (bytes) => [attribute(oids.signatureTimeStamp, timeStampToken({ data: bytes, genTime: Date.parse('2024-01-01T00:00:00Z') }))],
}))
forge('time-stamp from the future', 'TOTAL-FAILED FORMAT_FAILURE existence-proven', () => ({
  unsigned: (bytes) => [attribute(oids.signatureTimeStamp, timeStampToken({ data: bytes, genTime: moments.validation + hours(1) }))],
}))
forge('time-stamp among the signed attributes', 'TOTAL-FAILED FORMAT_FAILURE signature-format-acceptable', (parts, covered) => ({
  ...more(attribute(oids.signatureTimeStamp, timeStampToken({ data: Buffer.from('x') })))(parts, covered),
  unsigned: () => [],
}))
forge('counter-signature of somebody without certificate', 'TOTAL-PASSED, told: counter-signature-intact', (parts) => ({
  unsigned: (bytes) => [...parts.unsigned(bytes), attribute(oids.counterSignature, signerInfoBy(pki.secondSigner, bytes))],
}))
forge('unsigned attribute that nobody knows', 'TOTAL-PASSED', (parts) => ({
  unsigned: (bytes) => [...parts.unsigned(bytes), attribute('1.2.3.4', nullValue())],
}))
const contentStamp =
  (genTime: number, data?: Buffer): MessageChange =>
  (parts, covered) =>
    more(attribute(oids.contentTimeStamp, timeStampToken({ data: data ?? covered, genTime })))(parts, covered)
forge('content time-stamp before the signature', 'TOTAL-PASSED', contentStamp(moments.signing - minutes(1)))
forge(
  'content time-stamp later than the signature time-stamp',
  'INDETERMINATE TIMESTAMP_ORDER_FAILURE time-stamp-order',
  contentStamp(moments.timeStamp + minutes(10)),
)
forge(
  'content time-stamp over other octets',
  'TOTAL-PASSED, told: time-stamp-imprint-intact',
  contentStamp(moments.signing - minutes(1), Buffer.from('x')),
)
