import { type Certificate, type Identity, keyHash } from './certificate.js'
import {
  bitString,
  boolean,
  context,
  contextPrimitive,
  enumerated,
  generalizedTime,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
} from './der.js'
import { encodeName } from './names.js'
import { moments, pki } from './pki.js'
import {
  type DigestName,
  digestAlgorithm,
  digestInfo,
  hash,
  type SignatureScheme,
  schemeFor,
  signatureAlgorithm,
  signBytes,
} from './signing.js'

export type CertificateStatus = 'good' | 'unknown' | { readonly revokedAt: number; readonly reason?: number }

/** One OCSP response about one certificate (RFC 6960). What is left out is as it should be. */
export interface OcspOptions {
  readonly certificate: Identity
  /** Named in the CertID; the issuer of `certificate` where absent. */
  readonly issuer?: Certificate
  readonly serialNumber?: bigint
  readonly certIdDigest?: DigestName
  readonly responder?: Identity
  readonly responderId?: 'name' | 'key' | Buffer
  readonly status?: CertificateStatus
  readonly producedAt?: number
  readonly thisUpdate?: number
  readonly nextUpdate?: number | null
  /** Expired certificates are covered when they expired not before it (RFC 6960 4.4.4); absent: no such extension. */
  readonly archiveCutOff?: number
  /** Content of the nonce extension's extnValue as it stands. */
  readonly nonce?: Buffer | null
  readonly certificates?: readonly Certificate[]
  readonly scheme?: SignatureScheme
  /** AlgorithmIdentifier, written instead of that of `scheme`. */
  readonly algorithm?: Buffer
  readonly responseStatus?: number
  /** An unknown critical response extension (RFC 6960 4.4). */
  readonly criticalExtension?: boolean
  readonly tamperSignature?: (signature: Buffer) => Buffer
}

export function ocspResponse(options: OcspOptions): Buffer {
  const status = options.responseStatus ?? 0
  if (status !== 0) return sequence(enumerated(status))
  const responder = options.responder ?? pki.delegatedResponder
  const scheme = options.scheme ?? schemeFor(responder.key.privateKey)
  const data = responseData(options, responder)
  const signature = signBytes(responder.key.privateKey, scheme, data, 'der')
  const certificates = options.certificates ?? [responder.certificate]
  const basic = sequence(
    data,
    options.algorithm ?? signatureAlgorithm(scheme),
    bitString(options.tamperSignature?.(signature) ?? signature),
    certificates.length === 0 ? null : context(0, sequence(...certificates.map((certificate) => certificate.der))),
  )
  return sequence(enumerated(0), context(0, sequence(objectIdentifier('1.3.6.1.5.5.7.48.1.1'), octetString(basic))))
}

function responseData(options: OcspOptions, responder: Identity): Buffer {
  const producedAt = options.producedAt ?? moments.ocsp
  const thisUpdate = options.thisUpdate ?? producedAt
  const nextUpdate = options.nextUpdate ?? null
  const { archiveCutOff } = options
  const single = sequence(
    certId(options),
    certStatus(options.status ?? 'good'),
    generalizedTime(thisUpdate),
    nextUpdate === null ? null : context(0, generalizedTime(nextUpdate)),
    archiveCutOff === undefined ? null : context(1, sequence(archiveCutOffExtension(archiveCutOff))),
  )
  const extensions = [
    options.nonce == null ? null : sequence(objectIdentifier('1.3.6.1.5.5.7.48.1.2'), octetString(options.nonce)),
    options.criticalExtension === true ? sequence(objectIdentifier('1.3.6.1.4.1.99999.1'), boolean(true), octetString(nullValue())) : null,
  ].filter((extension) => extension !== null)
  return sequence(
    responderId(options.responderId ?? 'name', responder),
    generalizedTime(producedAt),
    sequence(single),
    extensions.length === 0 ? null : context(1, sequence(...extensions)),
  )
}

const archiveCutOffExtension = (since: number): Buffer =>
  sequence(objectIdentifier('1.3.6.1.5.5.7.48.1.6'), octetString(generalizedTime(since)))

function responderId(form: 'name' | 'key' | Buffer, responder: Identity): Buffer {
  if (Buffer.isBuffer(form)) return form
  if (form === 'key') return context(2, octetString(keyHash(responder.certificate.publicKeyInfo)))
  return context(1, encodeName(responder.certificate.subject))
}

function certId(options: OcspOptions): Buffer {
  const { certificate, issuer: issuerIdentity } = options.certificate
  const issuer = options.issuer ?? issuerIdentity?.certificate ?? certificate
  const digest = options.certIdDigest ?? 'sha1'
  return sequence(
    digestAlgorithm(digest),
    octetString(hash(digest, encodeName(issuer.subject))),
    octetString(keyHash(issuer.publicKeyInfo, digest)),
    integer(options.serialNumber ?? certificate.serialNumber),
  )
}

function certStatus(status: CertificateStatus): Buffer {
  if (status === 'good') return contextPrimitive(0, Buffer.alloc(0))
  if (status === 'unknown') return contextPrimitive(2, Buffer.alloc(0))
  return context(1, generalizedTime(status.revokedAt), status.reason === undefined ? null : context(0, enumerated(status.reason)))
}

/** The nonce that makes a response a time-mark: DigestInfo over the signature value (BDOC 2.1 6.1). */
export const timeMarkNonce = (signatureValue: Buffer, digest: DigestName = 'sha256'): Buffer =>
  digestInfo(digest, hash(digest, signatureValue))
