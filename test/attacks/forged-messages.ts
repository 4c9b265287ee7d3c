import type { Certificate, Identity } from '../support/certificate.js'
import { contentOf, context, integer, objectIdentifier, octetString, sequence, setOf, tagged } from '../support/der.js'
import { encodeName } from '../support/names.js'
import { attribute } from '../support/pdf/cms.js'
import type { SignedPdfOptions } from '../support/pdf/signed-pdf.js'
import { pki } from '../support/pki.js'
import { digestAlgorithm, hash, schemeFor, signatureAlgorithm, signBytes } from '../support/signing.js'
import { timeStampToken } from '../support/time-stamp.js'

export const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  counterSignature: '1.2.840.113549.1.9.6',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  contentTimeStamp: '1.2.840.113549.1.9.16.2.20',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
  revocationInfoArchival: '1.2.840.113583.1.1.8',
} as const

/** Every part of a message with one signer (RFC 5652, 5), each of which a forgery may replace by other octets. */
export interface MessageParts {
  readonly signer: Identity
  readonly digestAlgorithms: Buffer
  readonly encapsulated: Buffer
  /** CertificateChoices; none leaves the field out. */
  readonly certificates: readonly Buffer[]
  /** RevocationInfoChoices; none leaves the field out. */
  readonly revocations: readonly Buffer[]
  readonly identifier: Buffer
  readonly digestAlgorithm: Buffer
  readonly attributes: readonly Buffer[]
  /** The signed attributes as they are written; null leaves the field out. */
  readonly writtenAttributes: (signed: Buffer) => Buffer | null
  readonly algorithm: Buffer
  /** The signature value over the SET OF attributes, and its field. */
  readonly sign: (signed: Buffer, covered: Buffer) => Buffer
  readonly valueField: (value: Buffer) => Buffer
  readonly unsigned: (value: Buffer) => readonly Buffer[]
  /** SignerInfos, of which this would be the only one. */
  readonly signerInfos: (own: Buffer) => readonly Buffer[]
  /** Behind the SignerInfos within SignedData. */
  readonly behind: Buffer
  /** The last word. */
  readonly message: (encoded: Buffer) => Buffer
}

export const contentTypeAttribute = attribute(oids.contentType, objectIdentifier(oids.data))
export const messageDigestAttribute = (value: Buffer): Buffer => attribute(oids.messageDigest, octetString(value))

/** ESSCertIDv2 (RFC 5035, 4). */
export function certificateIdV2(
  { der, issuer, serialNumber }: Certificate,
  { digest = null, value, named = { issuer, serialNumber } }: EssOptions = {},
): Buffer {
  const issuerSerial = sequence(sequence(context(4, encodeName(named.issuer))), integer(named.serialNumber))
  return sequence(digest, octetString(value ?? hash('sha256', der)), issuerSerial)
}

interface EssOptions {
  /** AlgorithmIdentifier; null: SHA-256, which is left out. */
  readonly digest?: Buffer | null
  readonly value?: Buffer
  readonly named?: Pick<Certificate, 'issuer' | 'serialNumber'>
}

export const signingCertificateV2 = (...ids: readonly Buffer[]): Buffer => attribute(oids.signingCertificateV2, sequence(sequence(...ids)))
export const signingCertificateV1 = (value: Buffer): Buffer =>
  attribute(oids.signingCertificate, sequence(sequence(sequence(octetString(value)))))

export type MessageChange = (parts: MessageParts, covered: Buffer) => Partial<MessageParts>

function soundParts(covered: Buffer, signer: Identity): MessageParts {
  const { certificate, key } = signer
  const scheme = schemeFor(key.privateKey)
  return {
    signer,
    digestAlgorithms: setOf(digestAlgorithm(scheme.digest)),
    encapsulated: sequence(objectIdentifier(oids.data)),
    certificates: [certificate.der],
    revocations: [],
    identifier: sequence(encodeName(certificate.issuer), integer(certificate.serialNumber)),
    digestAlgorithm: digestAlgorithm(scheme.digest),
    attributes: [
      contentTypeAttribute,
      messageDigestAttribute(hash(scheme.digest, covered)),
      signingCertificateV2(certificateIdV2(certificate)),
    ],
    writtenAttributes: (signed) => tagged(0xa0, contentOf(signed)),
    algorithm: signatureAlgorithm(scheme),
    sign: (signed) => signBytes(key.privateKey, scheme, signed, 'der'),
    valueField: octetString,
    unsigned: (value) => [attribute(oids.signatureTimeStamp, timeStampToken({ data: value }))],
    signerInfos: (own) => [own],
    behind: Buffer.alloc(0),
    message: (encoded) => encoded,
  }
}

/** A SignerInfo of these parts. */
export function signerInfoOf(parts: MessageParts, covered: Buffer): Buffer {
  const signed = setOf(...parts.attributes)
  const value = parts.sign(signed, covered)
  const unsigned = parts.unsigned(value)
  return sequence(
    integer(1),
    parts.identifier,
    parts.digestAlgorithm,
    parts.writtenAttributes(signed),
    parts.algorithm,
    parts.valueField(value),
    unsigned.length === 0 ? null : tagged(0xa1, ...unsigned),
  )
}

/** The SignerInfo that another person could have made over the same octets. */
export function signerInfoBy(signer: Identity, covered: Buffer, change: MessageChange = () => ({})): Buffer {
  const parts = soundParts(covered, signer)
  return signerInfoOf({ ...parts, ...change(parts, covered) }, covered)
}

export function forgedMessage(covered: Buffer, change: MessageChange, signer: Identity = pki.signer): Buffer {
  const sound = soundParts(covered, signer)
  const parts = { ...sound, ...change(sound, covered) }
  const signedData = sequence(
    integer(1),
    parts.digestAlgorithms,
    parts.encapsulated,
    parts.certificates.length === 0 ? null : tagged(0xa0, ...parts.certificates),
    parts.revocations.length === 0 ? null : tagged(0xa1, ...parts.revocations),
    tagged(0x31, ...parts.signerInfos(signerInfoOf(parts, covered))),
    parts.behind,
  )
  return parts.message(sequence(objectIdentifier(oids.signedData), context(0, signedData)))
}

/** A sound file of level LT but for its message. */
export const withMessage = (change: MessageChange, signer: Identity = pki.signer): SignedPdfOptions => ({
  signer,
  field: { sign: (covered) => forgedMessage(covered, change, signer) },
})

/** A file, and what the report says about each signature: what passes with what is told about it, otherwise the verdict with the error that decided it. */
export interface Forgery {
  readonly options: SignedPdfOptions
  readonly says: string
}

/** Another attribute in the place of the one with this index: content-type, message-digest, signing-certificate-v2. */
export const instead =
  (index: number, other: Buffer): MessageChange =>
  ({ attributes }) => ({ attributes: attributes.with(index, other) })
