import {
  bitString,
  boolean,
  context,
  contextPrimitive,
  ia5String,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  tagged,
  time,
} from './der.js'
import type { TestKey } from './keys.js'
import { encodeName, type Name } from './names.js'
import { type DigestName, hash, type SignatureScheme, schemeFor, signatureAlgorithm, signBytes } from './signing.js'

/** A certificate as its maker knows it. */
export interface Certificate {
  readonly der: Buffer
  readonly subject: Name
  readonly issuer: Name
  readonly serialNumber: bigint
  readonly publicKeyInfo: Buffer
}

/** A certificate with its private key: whoever can sign something. */
export interface Identity {
  readonly certificate: Certificate
  readonly key: TestKey
  /** Null for one that signed itself. */
  readonly issuer: Identity | null
}

export type KeyUsage =
  | 'digitalSignature'
  | 'nonRepudiation'
  | 'keyEncipherment'
  | 'dataEncipherment'
  | 'keyAgreement'
  | 'keyCertSign'
  | 'cRLSign'

export interface Extension {
  readonly oid: string
  readonly critical?: boolean
  /** Content of extnValue, DER. */
  readonly value: Buffer
}

/** Everything in a certificate that can differ. Null leaves an extension out. */
export interface CertificateOptions {
  readonly subject: Name
  readonly key: TestKey
  /** Absent: signed by its own key. */
  readonly issuer?: Identity
  /** Written instead of the issuer's subject. */
  readonly issuerName?: Name
  readonly serialNumber?: bigint
  /** ISO 8601, UTC. */
  readonly notBefore: string
  readonly notAfter: string
  readonly scheme?: SignatureScheme
  /** AlgorithmIdentifier outside of what is signed, instead of the one inside. */
  readonly outerAlgorithm?: Buffer
  /** Written instead of the key's own SubjectPublicKeyInfo. */
  readonly publicKeyInfo?: Buffer
  readonly basicConstraints?: { readonly ca: boolean; readonly pathLength?: number } | null
  readonly keyUsage?: readonly KeyUsage[] | null
  readonly extendedKeyUsage?: { readonly purposes: readonly string[]; readonly critical?: boolean } | null
  readonly policies?: readonly string[]
  readonly qcStatements?: readonly Buffer[]
  /** id-pkix-ocsp-nocheck: a responder's own status need not be asked (RFC 6960 4.2.2.2.1). */
  readonly ocspNoCheck?: boolean
  readonly ocspUrl?: string | null
  readonly crlUrl?: string | null
  readonly subjectKeyIdentifier?: Buffer | null
  readonly authorityKeyIdentifier?: Buffer | null
  readonly further?: readonly Extension[]
  /** Applied to the signature bits: a certificate that its issuer never signed. */
  readonly tamperSignature?: (signature: Buffer) => Buffer
}

export const purposes = {
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  emailProtection: '1.3.6.1.5.5.7.3.4',
} as const

/** SHA-1 of the subject public key bits: key identifier and key hash of OCSP (RFC 5280 4.2.1.2, RFC 6960 4.1.1). */
export function keyHash(publicKeyInfo: Buffer, digest: DigestName = 'sha1'): Buffer {
  return hash(digest, publicKeyBits(publicKeyInfo))
}

/** Content of the BIT STRING at the end of a SubjectPublicKeyInfo. */
function publicKeyBits(publicKeyInfo: Buffer): Buffer {
  const [header, length] = headerOf(publicKeyInfo)
  if (header + length !== publicKeyInfo.length) throw new Error('not one value')
  const [algorithmHeader, algorithmLength] = headerOf(publicKeyInfo.subarray(header))
  const bits = publicKeyInfo.subarray(header + algorithmHeader + algorithmLength)
  return bits.subarray(headerOf(bits)[0] + 1)
}

function headerOf(value: Buffer): [header: number, length: number] {
  const first = value[1] ?? 0
  if (first < 0x80) return [2, first]
  return [2 + (first & 0x7f), value.readUIntBE(2, first & 0x7f)]
}

export function issueCertificate(options: CertificateOptions): Identity {
  const issuerKey = options.issuer?.key ?? options.key
  const scheme = options.scheme ?? schemeFor(issuerKey.privateKey)
  const publicKeyInfo = options.publicKeyInfo ?? options.key.publicKeyInfo
  const issuer = options.issuerName ?? options.issuer?.certificate.subject ?? options.subject
  const serialNumber = options.serialNumber ?? serialNumberOf(options)
  const extensions = extensionsOf(options, publicKeyInfo, options.issuer?.certificate.publicKeyInfo ?? publicKeyInfo)
  const tbs = sequence(
    context(0, integer(2)),
    integer(serialNumber),
    signatureAlgorithm(scheme),
    encodeName(issuer),
    sequence(time(Date.parse(options.notBefore)), time(Date.parse(options.notAfter))),
    encodeName(options.subject),
    publicKeyInfo,
    extensions.length === 0 ? null : context(3, sequence(...extensions.map(encodeExtension))),
  )
  const signature = signBytes(issuerKey.privateKey, scheme, tbs, 'der')
  const der = sequence(
    tbs,
    options.outerAlgorithm ?? signatureAlgorithm(scheme),
    bitString(options.tamperSignature?.(signature) ?? signature),
  )
  return {
    certificate: { der, subject: options.subject, issuer, serialNumber, publicKeyInfo },
    key: options.key,
    issuer: options.issuer ?? null,
  }
}

/** Unpredictable for nobody, but distinct and always the same: made from subject, key and validity. */
function serialNumberOf(options: CertificateOptions): bigint {
  const seed = Buffer.from(`${options.notBefore} ${options.notAfter} ${options.key.name}`)
  const bytes = hash('sha256', encodeName(options.subject), seed).subarray(0, 16)
  return BigInt(`0x${bytes.toString('hex')}`) >> 1n
}

function encodeExtension({ oid, critical, value }: Extension): Buffer {
  return sequence(objectIdentifier(oid), critical === true ? boolean(true) : null, octetString(value))
}

function extensionsOf(options: CertificateOptions, publicKeyInfo: Buffer, issuerKeyInfo: Buffer): Extension[] {
  const { basicConstraints, keyUsage, extendedKeyUsage, policies, qcStatements } = options
  const subjectKeyIdentifier = options.subjectKeyIdentifier === undefined ? keyHash(publicKeyInfo) : options.subjectKeyIdentifier
  const authorityKeyIdentifier = options.authorityKeyIdentifier === undefined ? keyHash(issuerKeyInfo) : options.authorityKeyIdentifier
  const found: (Extension | null)[] = [
    basicConstraints == null ? null : { oid: '2.5.29.19', critical: true, value: encodeBasicConstraints(basicConstraints) },
    keyUsage == null ? null : { oid: '2.5.29.15', critical: true, value: encodeKeyUsage(keyUsage) },
    extendedKeyUsage == null
      ? null
      : {
          oid: '2.5.29.37',
          critical: extendedKeyUsage.critical ?? false,
          value: sequence(...extendedKeyUsage.purposes.map(objectIdentifier)),
        },
    subjectKeyIdentifier === null ? null : { oid: '2.5.29.14', value: octetString(subjectKeyIdentifier) },
    authorityKeyIdentifier === null ? null : { oid: '2.5.29.35', value: sequence(contextPrimitive(0, authorityKeyIdentifier)) },
    policies === undefined ? null : { oid: '2.5.29.32', value: sequence(...policies.map((oid) => sequence(objectIdentifier(oid)))) },
    qcStatements === undefined ? null : { oid: '1.3.6.1.5.5.7.1.3', value: sequence(...qcStatements) },
    options.ocspUrl == null ? null : { oid: '1.3.6.1.5.5.7.1.1', value: encodeOcspAccess(options.ocspUrl) },
    options.crlUrl == null ? null : { oid: '2.5.29.31', value: encodeCrlPoint(options.crlUrl) },
    options.ocspNoCheck === true ? { oid: '1.3.6.1.5.5.7.48.1.5', value: Buffer.from([5, 0]) } : null,
    ...(options.further ?? []),
  ]
  return found.filter((extension) => extension !== null)
}

function encodeBasicConstraints({ ca, pathLength }: { readonly ca: boolean; readonly pathLength?: number }): Buffer {
  return sequence(ca ? boolean(true) : null, pathLength === undefined ? null : integer(pathLength))
}

const keyUsageBits: readonly KeyUsage[] = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
]

function encodeKeyUsage(usages: readonly KeyUsage[]): Buffer {
  const positions = usages.map((usage) => keyUsageBits.indexOf(usage))
  const octet = positions.reduce((bits, position) => bits | (0x80 >> position), 0)
  return bitString(Buffer.from([octet]), positions.length === 0 ? 0 : 7 - Math.max(...positions))
}

function encodeOcspAccess(url: string): Buffer {
  return sequence(sequence(objectIdentifier('1.3.6.1.5.5.7.48.1'), tagged(0x86, Buffer.from(url, 'latin1'))))
}

function encodeCrlPoint(url: string): Buffer {
  return sequence(sequence(context(0, context(0, tagged(0x86, Buffer.from(url, 'latin1'))))))
}

/** Statements of EN 319 412-5: qualified, for electronic signatures, key in a qualified device. */
export const qualifiedStatements: readonly Buffer[] = [
  sequence(objectIdentifier('0.4.0.1862.1.1')),
  sequence(objectIdentifier('0.4.0.1862.1.4')),
  sequence(objectIdentifier('0.4.0.1862.1.6'), sequence(objectIdentifier('0.4.0.1862.1.6.1'))),
  sequence(
    objectIdentifier('0.4.0.1862.1.5'),
    sequence(sequence(ia5String('https://pki.example/pds.pdf'), tagged(0x13, Buffer.from('en')))),
  ),
]
