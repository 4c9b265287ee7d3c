import {
  bitString,
  C,
  CN,
  explicit,
  FALSE,
  generalizedTime,
  integer,
  NULL,
  name,
  octetString,
  oid,
  printable,
  seq,
  set,
  TRUE,
  tlv,
  utcTime,
  utf8,
} from '../der/encoding.js'

/** Structures with every part replaceable; the signatures in them are no signatures. */
export const SHA256_WITH_RSA = seq(oid('1.2.840.113549.1.1.11'), NULL)
export const SHA1_WITH_RSA = seq(oid('1.2.840.113549.1.1.5'), NULL)
export const SHA1 = seq(oid('1.3.14.3.2.26'), NULL)
export const SHA256 = seq(oid('2.16.840.1.101.3.4.2.1'))
export const issuer = name([C, printable('EE')], [CN, utf8('Test CA')])
export const subject = name([C, printable('EE')], [CN, utf8('JÕEORG,JAAK-KRISTJAN,38001085718')])
const signature = bitString('0102030405')
const rsaKey = seq(tlv(0x02, '00', Buffer.alloc(256, 0xc3)), integer('010001'))
export const publicKeyInfo = seq(seq(oid('1.2.840.113549.1.1.1'), NULL), bitString(rsaKey))

export function extension(type: string, value: Uint8Array, critical: Buffer | string = ''): Buffer {
  return seq(oid(type), critical, octetString(value))
}

export interface CertificateParts {
  readonly version: Buffer | string
  readonly serialNumber: Buffer
  readonly inner: Buffer
  readonly outer: Buffer
  readonly validity: Buffer
  readonly publicKeyInfo: Buffer
  readonly extensions: Buffer | string
  readonly signature: Buffer
  readonly behind: Buffer | string
}

export function certificate(changes: Partial<CertificateParts> = {}): Buffer {
  const parts: CertificateParts = {
    version: explicit(0, integer('02')),
    serialNumber: integer('0102'),
    inner: SHA256_WITH_RSA,
    outer: changes.inner ?? SHA256_WITH_RSA,
    validity: seq(utcTime('160101000000Z'), generalizedTime('20500101000000Z')),
    publicKeyInfo,
    extensions: '',
    signature,
    behind: '',
    ...changes,
  }
  const tbs = seq(parts.version, parts.serialNumber, parts.inner, issuer, parts.validity, subject, parts.publicKeyInfo, parts.extensions)
  return seq(tbs, parts.outer, parts.signature, parts.behind)
}

export const withExtensions = (...list: readonly Buffer[]): Buffer => certificate({ extensions: explicit(3, seq(...list)) })

export const basicConstraints = extension('2.5.29.19', seq(TRUE, integer('01')), TRUE)
export const explicitFalse = extension('2.5.29.19', seq(FALSE), FALSE)

export interface OcspParts {
  readonly version: Buffer | string
  readonly responder: Buffer
  readonly producedAt: Buffer
  readonly responses: readonly Buffer[]
  readonly extensions: readonly Buffer[]
  readonly algorithm: Buffer
  readonly certificates: readonly Buffer[]
}

export const certId = seq(SHA1, octetString('aa'.repeat(20)), octetString('bb'.repeat(20)), integer('0102'))
export const good = tlv(0x80)
export function singleResponse(status: Buffer = good, nextUpdate: Buffer | string = '', ...extensions: readonly Buffer[]): Buffer {
  return seq(certId, status, generalizedTime('20160512100920Z'), nextUpdate, extensions.length === 0 ? '' : explicit(1, seq(...extensions)))
}

export function basicResponse(changes: Partial<OcspParts> = {}): Buffer {
  const parts: OcspParts = {
    version: '',
    responder: explicit(1, issuer),
    producedAt: generalizedTime('20160512100920Z'),
    responses: [singleResponse()],
    extensions: [],
    algorithm: SHA256_WITH_RSA,
    certificates: [],
    ...changes,
  }
  const tbs = seq(
    parts.version,
    parts.responder,
    parts.producedAt,
    seq(...parts.responses),
    parts.extensions.length === 0 ? '' : explicit(1, seq(...parts.extensions)),
  )
  return seq(tbs, parts.algorithm, signature, parts.certificates.length === 0 ? '' : explicit(0, seq(...parts.certificates)))
}

export function ocspResponse(changes: Partial<OcspParts> = {}, type = '1.3.6.1.5.5.7.48.1.1'): Buffer {
  return seq('0a0100', explicit(0, seq(oid(type), octetString(basicResponse(changes)))))
}

export interface CrlParts {
  readonly version: Buffer | string
  readonly inner: Buffer
  readonly thisUpdate: Buffer
  readonly nextUpdate: Buffer | string
  readonly revoked: Buffer | string
  readonly extensions: readonly Buffer[]
}

export const revokedEntry = (serialNumber: Buffer, ...extensions: readonly Buffer[]): Buffer =>
  seq(serialNumber, utcTime('170203040506Z'), extensions.length === 0 ? '' : seq(...extensions))

export function crl(changes: Partial<CrlParts> = {}): Buffer {
  const parts: CrlParts = {
    version: integer('01'),
    inner: SHA256_WITH_RSA,
    thisUpdate: utcTime('170101000000Z'),
    nextUpdate: utcTime('170108000000Z'),
    revoked: '',
    extensions: [],
    ...changes,
  }
  const extensions = parts.extensions.length === 0 ? '' : explicit(0, seq(...parts.extensions))
  return seq(
    seq(parts.version, parts.inner, issuer, parts.thisUpdate, parts.nextUpdate, parts.revoked, extensions),
    SHA256_WITH_RSA,
    signature,
  )
}

export const attribute = (type: string, ...values: readonly Buffer[]): Buffer => seq(oid(type), set(...values))
export const TST_INFO = '1.2.840.113549.1.9.16.1.4'
export const contentType = attribute('1.2.840.113549.1.9.3', oid(TST_INFO))
export const messageDigest = attribute('1.2.840.113549.1.9.4', octetString('cc'.repeat(32)))

export function signerInfo(
  signed: readonly Buffer[] = [contentType, messageDigest],
  unsigned: readonly Buffer[] = [],
  sid = seq(issuer, integer('0102')),
): Buffer {
  return seq(
    integer('01'),
    sid,
    SHA256,
    signed.length === 0 ? '' : explicit(0, ...signed),
    seq(oid('1.2.840.113549.1.1.1'), NULL),
    octetString('0a0b0c'),
    unsigned.length === 0 ? '' : explicit(1, ...unsigned),
  )
}

export function tstInfo(changes: { version?: Buffer; genTime?: Buffer; behind?: readonly Buffer[] } = {}): Buffer {
  return seq(
    changes.version ?? integer('01'),
    oid('0.4.0.2023.1.1'),
    seq(SHA256, octetString('dd'.repeat(32))),
    integer('0123456789abcdef'),
    changes.genTime ?? generalizedTime('20141030185035.974Z'),
    ...(changes.behind ?? []),
  )
}

export interface SignedDataParts {
  readonly type: string
  readonly contentType: string
  readonly content: Buffer | string
  readonly certificates: readonly Buffer[]
  readonly crls: readonly Buffer[]
  readonly signers: readonly Buffer[]
}

export function signedData(changes: Partial<SignedDataParts> = {}): Buffer {
  const parts: SignedDataParts = {
    type: '1.2.840.113549.1.7.2',
    contentType: TST_INFO,
    content: explicit(0, octetString(tstInfo())),
    certificates: [],
    crls: [],
    signers: [signerInfo()],
    ...changes,
  }
  return seq(
    oid(parts.type),
    explicit(
      0,
      seq(
        integer('03'),
        set(SHA256),
        seq(oid(parts.contentType), parts.content),
        parts.certificates.length === 0 ? '' : explicit(0, ...parts.certificates),
        parts.crls.length === 0 ? '' : explicit(1, ...parts.crls),
        set(...parts.signers),
      ),
    ),
  )
}
