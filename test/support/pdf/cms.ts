import { type Certificate, type Identity, keyHash } from '../certificate.js'
import {
  contentOf,
  context,
  contextPrimitive,
  ia5String,
  indefinite,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  octetStringInPieces,
  sequence,
  setOf,
  tagged,
  time,
} from '../der.js'
import { encodeName } from '../names.js'
import { pki } from '../pki.js'
import { type DigestName, digestAlgorithm, hash, type SignatureScheme, schemeFor, signatureAlgorithm, signBytes } from '../signing.js'

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signaturePolicy: '1.2.840.113549.1.9.16.2.15',
  contentTimeStamp: '1.2.840.113549.1.9.16.2.20',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
  revocationInfoArchival: '1.2.840.113583.1.1.8',
} as const

/** One attribute of a signer. */
export const attribute = (oid: string, ...values: readonly Buffer[]): Buffer => sequence(objectIdentifier(oid), setOf(...values))

/** A signature in CMS (RFC 5652, EN 319 122-1). What is left out is as it should be. */
export interface CmsOptions {
  /** What the signature covers. */
  readonly covered: Buffer
  readonly signer?: Identity
  readonly scheme?: SignatureScheme
  /** Of the message-digest attribute; the one of `scheme` where absent. */
  readonly digest?: DigestName
  readonly messageDigest?: Buffer
  /** Null: the signer has no such attribute, as a counter-signature. */
  readonly contentType?: string | null
  /** Content that stands in the message. */
  readonly content?: Buffer
  readonly signingCertificate?: 'v1' | 'v2' | 'both' | 'none'
  readonly referencedCertificate?: Certificate
  readonly certificates?: readonly Certificate[]
  readonly signingTime?: number
  /** `implied`, or an identifier with the digest of the policy. */
  readonly policy?: 'implied' | { readonly identifier: string; readonly digest?: Buffer }
  readonly contentTimeStamps?: readonly Buffer[]
  /** Further signed attributes. */
  readonly signed?: readonly Buffer[]
  readonly archivedOcsp?: readonly Buffer[]
  /** Tokens over the signature value. */
  readonly timeStamps?: (value: Buffer) => readonly Buffer[]
  /** No signed attributes: the value covers the octets themselves. */
  readonly bare?: boolean
  /** Further SignerInfos. */
  readonly otherSigners?: readonly Identity[]
  readonly keyIdentifier?: boolean
  /** `unsorted`: the attributes are written in another order than DER has, but signed in that of DER. `unsorted-signed`: signed so as well. */
  readonly encoding?: 'der' | 'ber' | 'unsorted' | 'unsorted-signed'
  readonly tamperSignature?: (value: Buffer) => Buffer
  /** eContentType of the message; id-data where absent. `contentType` is that of the attribute. */
  readonly encapsulatedType?: string
  /** RevocationInfoChoices of the message. */
  readonly revocations?: readonly Buffer[]
  /** Further unsigned attributes of the first signer, each made from what stands before it. */
  readonly unsigned?: readonly ((made: MadeSigner) => Buffer)[]
}

/** A signer so far, for the attributes that cover it. */
export interface MadeSigner {
  readonly value: Buffer
  /** The fields of SignerInfo before the unsigned attributes. */
  readonly fields: readonly Buffer[]
  readonly unsigned: readonly Buffer[]
  readonly contentType: Buffer
  readonly covered: Buffer
  readonly certificates: readonly Buffer[]
  readonly revocations: readonly Buffer[]
}

export function cmsSignature(options: CmsOptions): Buffer {
  const signers = [options.signer ?? pki.signer, ...(options.otherSigners ?? [])]
  const schemes = signers.map((signer, index) => (index === 0 && options.scheme) || schemeFor(signer.key.privateKey))
  const certificates = (options.certificates ?? signers.map(({ certificate }) => certificate)).map(({ der }) => der)
  const revocations = options.revocations ?? []
  const contentType = objectIdentifier(options.encapsulatedType ?? oids.data)
  const message = { contentType, covered: options.content ?? options.covered, certificates, revocations }
  const infos = signers.map((signer, index) =>
    signerInfo(options, signer, schemes[index] ?? schemeFor(signer.key.privateKey), index === 0 ? message : null),
  )
  const algorithms = setOf(...schemes.map(({ digest }) => digestAlgorithm(digest)))
  const certificateSet = certificates.length === 0 ? null : context(0, ...certificates)
  const isBer = options.encoding === 'ber'
  const content =
    options.content === undefined ? null : context(0, isBer ? octetStringInPieces(options.content, 7) : octetString(options.content))
  const encapsulated = sequence(contentType, content)
  const revocationSet = revocations.length === 0 ? null : context(1, ...revocations)
  if (!isBer) {
    const signedData = sequence(integer(1), algorithms, encapsulated, certificateSet, revocationSet, setOf(...infos))
    return sequence(objectIdentifier(oids.signedData), context(0, signedData))
  }
  const signedData = indefinite(0x30, integer(1), algorithms, encapsulated, certificateSet, revocationSet, setOf(...infos))
  return indefinite(0x30, objectIdentifier(oids.signedData), indefinite(0xa0, signedData))
}

/** A SignerInfo by itself, over octets: a counter-signature is one over a signature value (RFC 5652, 11.4). */
export function counterSignerInfo(options: Omit<CmsOptions, 'otherSigners' | 'content'>): Buffer {
  const signer = options.signer ?? pki.signer
  const message = { contentType: objectIdentifier(oids.data), covered: options.covered, certificates: [], revocations: [] }
  return signerInfo({ contentType: null, ...options }, signer, options.scheme ?? schemeFor(signer.key.privateKey), message)
}

function signerInfo(
  options: CmsOptions,
  signer: Identity,
  scheme: SignatureScheme,
  message: Pick<MadeSigner, 'contentType' | 'covered' | 'certificates' | 'revocations'> | null,
): Buffer {
  const { certificate, key } = signer
  const digest = options.digest ?? scheme.digest
  const attributes = options.bare === true ? [] : signedAttributes(options, signer, digest)
  const sorted = [...attributes].sort(Buffer.compare)
  const unsorted = [...sorted].reverse()
  const signed = tagged(0x31, ...(options.encoding === 'unsorted-signed' ? unsorted : sorted))
  const value = signBytes(key.privateKey, scheme, options.bare === true ? (options.content ?? options.covered) : signed, 'der')
  const written = options.encoding?.startsWith('unsorted') === true ? tagged(0x31, ...unsorted) : signed
  const tampered = options.tamperSignature?.(value) ?? value
  const tokens = options.timeStamps?.(tampered) ?? []
  const identifier =
    options.keyIdentifier === true
      ? contextPrimitive(0, keyHash(certificate.publicKeyInfo))
      : sequence(encodeName(certificate.issuer), integer(certificate.serialNumber))
  const fields = [
    integer(options.keyIdentifier === true ? 3 : 1),
    identifier,
    digestAlgorithm(digest),
    ...(attributes.length === 0
      ? []
      : [options.encoding === 'ber' ? indefinite(0xa0, contentOf(written)) : tagged(0xa0, contentOf(written))]),
    signatureAlgorithm(scheme),
    octetString(tampered),
  ]
  const unsigned = tokens.map((token) => attribute(oids.signatureTimeStamp, token))
  if (message !== null)
    for (const make of options.unsigned ?? []) unsigned.push(make({ ...message, value: tampered, fields, unsigned: [...unsigned] }))
  return sequence(...fields, unsigned.length === 0 ? null : context(1, ...unsigned))
}

function signedAttributes(options: CmsOptions, { certificate }: Identity, digest: DigestName): readonly Buffer[] {
  const covered = options.content ?? options.covered
  const { policy, archivedOcsp, signingTime } = options
  return [
    ...(options.contentType === null ? [] : [attribute(oids.contentType, objectIdentifier(options.contentType ?? oids.data))]),
    attribute(oids.messageDigest, octetString(options.messageDigest ?? hash(digest, covered))),
    ...signingCertificateAttributes(options.signingCertificate ?? 'v2', options.referencedCertificate ?? certificate),
    ...(signingTime === undefined ? [] : [attribute(oids.signingTime, time(signingTime))]),
    ...(policy === undefined ? [] : [attribute(oids.signaturePolicy, policy === 'implied' ? nullValue() : policyIdentifier(policy))]),
    ...(options.signed ?? []),
    ...(options.contentTimeStamps ?? []).map((token) => attribute(oids.contentTimeStamp, token)),
    ...(archivedOcsp === undefined ? [] : [attribute(oids.revocationInfoArchival, sequence(context(1, sequence(...archivedOcsp))))]),
  ]
}

function signingCertificateAttributes(form: 'v1' | 'v2' | 'both' | 'none', { der, issuer, serialNumber }: Certificate): readonly Buffer[] {
  const issuerSerial = sequence(sequence(context(4, encodeName(issuer))), integer(serialNumber))
  const v1 = attribute(oids.signingCertificate, sequence(sequence(sequence(octetString(hash('sha1', der)), issuerSerial))))
  // SHA-256 is the default of ESSCertIDv2 and is left out in DER.
  const v2 = attribute(oids.signingCertificateV2, sequence(sequence(sequence(octetString(hash('sha256', der)), issuerSerial))))
  return form === 'none' ? [] : form === 'both' ? [v1, v2] : [form === 'v1' ? v1 : v2]
}

function policyIdentifier({ identifier, digest }: { readonly identifier: string; readonly digest?: Buffer }): Buffer {
  const value = sequence(digestAlgorithm('sha256'), octetString(digest ?? Buffer.alloc(32, 1)))
  const uri = sequence(objectIdentifier('1.2.840.113549.1.9.16.5.1'), ia5String('http://policy.example'))
  return sequence(objectIdentifier(identifier), value, sequence(uri))
}
