import { type Certificate, type Identity, keyHash } from './certificate.js'
import {
  boolean,
  contentOf,
  context,
  contextPrimitive,
  generalizedTime,
  indefinite,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  octetStringInPieces,
  sequence,
  setOf,
  tagged,
} from './der.js'
import { encodeName, type Name } from './names.js'
import { moments, pki } from './pki.js'
import { type DigestName, digestAlgorithm, hash, type SignatureScheme, schemeFor, signatureAlgorithm, signBytes } from './signing.js'

/** A time-stamp token (RFC 3161). What is left out is as it should be. */
export interface TimeStampOptions {
  /** The bytes whose existence is proven. */
  readonly data: Buffer
  readonly unit?: Identity
  readonly genTime?: number
  readonly digest?: DigestName
  /** Written instead of the digest of `data`. */
  readonly imprint?: Buffer
  readonly serialNumber?: bigint
  readonly policy?: string
  /** In the token; the unit's own where absent. */
  readonly certificates?: readonly Certificate[]
  /** ESSCertID (RFC 2634), ESSCertIDv2 (RFC 5816), neither, or the attribute of RFC 5816 without any certificate. */
  readonly signingCertificate?: 'v1' | 'v2' | 'none' | 'empty'
  /** Whose digest the attribute holds; the unit's where absent. */
  readonly referencedCertificate?: Certificate
  readonly contentType?: string
  /** In the signed attribute; the one of the content where absent. */
  readonly signedContentType?: string
  /** Written instead of the digest of TSTInfo. */
  readonly messageDigest?: Buffer
  /** Of the message-digest attribute; the one of `scheme` where absent. */
  readonly messageDigestAlgorithm?: DigestName
  /** TSTInfo.tsa; true: the subject of the unit. */
  readonly tsaName?: boolean | Name
  /** An unknown critical extension of TSTInfo. */
  readonly criticalExtension?: boolean
  readonly scheme?: SignatureScheme
  /** The signer identifier is the subject key identifier of the unit instead of issuer and serial number; octets: written instead of it. */
  readonly keyIdentifier?: boolean | Buffer
  readonly tamperSignature?: (signature: Buffer) => Buffer
  /** Unsigned attributes of the signer of the token. */
  readonly unsigned?: readonly Buffer[]
  /** `ber`: indefinite lengths and a content in pieces, as streaming encoders write them. */
  readonly encoding?: 'der' | 'ber'
}

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

export function timeStampToken(options: TimeStampOptions): Buffer {
  const unit = options.unit ?? pki.timeStampingUnit
  const scheme = options.scheme ?? schemeFor(unit.key.privateKey)
  const info = tstInfo(options, unit)
  const signerInfo = signerInfoOf(options, unit, scheme, info)
  const certificates = (options.certificates ?? [unit.certificate]).map((certificate) => certificate.der)
  const contentType = objectIdentifier(options.contentType ?? oids.tstInfo)
  const version = integer(3)
  const algorithms = setOf(digestAlgorithm(scheme.digest))
  const certificateSet = certificates.length === 0 ? null : context(0, ...certificates)
  if (options.encoding !== 'ber') {
    const content = sequence(contentType, context(0, octetString(info)))
    const signedData = sequence(version, algorithms, content, certificateSet, setOf(signerInfo))
    return sequence(objectIdentifier(oids.signedData), context(0, signedData))
  }
  const content = indefinite(0x30, contentType, indefinite(0xa0, octetStringInPieces(info, 32)))
  const signedData = indefinite(0x30, version, algorithms, content, certificateSet, setOf(signerInfo))
  return indefinite(0x30, objectIdentifier(oids.signedData), indefinite(0xa0, signedData))
}

function tstInfo(options: TimeStampOptions, unit: Identity): Buffer {
  const digest = options.digest ?? 'sha256'
  return sequence(
    integer(1),
    objectIdentifier(options.policy ?? '1.3.6.1.4.1.99999.2.1'),
    sequence(digestAlgorithm(digest), octetString(options.imprint ?? hash(digest, options.data))),
    integer(options.serialNumber ?? BigInt(`0x${hash('sha256', options.data).toString('hex', 0, 8)}`)),
    generalizedTime(options.genTime ?? moments.timeStamp),
    tsaNameOf(options.tsaName ?? false, unit),
    options.criticalExtension === true
      ? context(1, sequence(objectIdentifier('1.3.6.1.4.1.99999.1'), boolean(true), octetString(nullValue())))
      : null,
  )
}

function tsaNameOf(name: boolean | Name, unit: Identity): Buffer | null {
  if (name === false) return null
  return context(0, context(4, encodeName(name === true ? unit.certificate.subject : name)))
}

function signerInfoOf(options: TimeStampOptions, unit: Identity, scheme: SignatureScheme, info: Buffer): Buffer {
  const digest = options.messageDigestAlgorithm ?? scheme.digest
  const attributes = setOf(
    sequence(objectIdentifier(oids.contentType), setOf(objectIdentifier(options.signedContentType ?? options.contentType ?? oids.tstInfo))),
    sequence(objectIdentifier(oids.messageDigest), setOf(octetString(options.messageDigest ?? hash(digest, info)))),
    ...signingCertificateAttribute(options, unit),
  )
  const signature = signBytes(unit.key.privateKey, scheme, attributes, 'der')
  return sequence(
    integer(options.keyIdentifier === undefined ? 1 : 3),
    signerIdentifier(options.keyIdentifier ?? false, unit.certificate),
    digestAlgorithm(digest),
    // [0] IMPLICIT: the attributes are signed as SET OF and written with the context tag (RFC 5652 5.4).
    tagged(0xa0, contentOf(attributes)),
    signatureAlgorithm(scheme),
    octetString(options.tamperSignature?.(signature) ?? signature),
    options.unsigned === undefined ? null : context(1, ...options.unsigned),
  )
}

function signerIdentifier(keyIdentifier: boolean | Buffer, { issuer, serialNumber, publicKeyInfo }: Certificate): Buffer {
  if (keyIdentifier === false) return sequence(encodeName(issuer), integer(serialNumber))
  return contextPrimitive(0, keyIdentifier === true ? keyHash(publicKeyInfo) : keyIdentifier)
}

function signingCertificateAttribute(options: TimeStampOptions, unit: Identity): Buffer[] {
  const { der } = options.referencedCertificate ?? unit.certificate
  switch (options.signingCertificate ?? 'v2') {
    case 'none':
      return []
    case 'empty':
      return [sequence(objectIdentifier(oids.signingCertificateV2), setOf(sequence(sequence())))]
    case 'v1':
      return [sequence(objectIdentifier(oids.signingCertificate), setOf(sequence(sequence(sequence(octetString(hash('sha1', der)))))))]
    case 'v2':
      // SHA-256 is the default of ESSCertIDv2 and must then be left out in DER (RFC 5816).
      return [sequence(objectIdentifier(oids.signingCertificateV2), setOf(sequence(sequence(sequence(octetString(hash('sha256', der)))))))]
  }
}
