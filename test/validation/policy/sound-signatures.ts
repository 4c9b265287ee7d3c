import type {
  AnchorService,
  CertificateFacts,
  CertificateRevocation,
  DistinguishedName,
  OcspFacts,
  ProofOfTime,
  ServiceType,
  SignatureAlgorithm,
  SignatureFacts,
  TimeStampFacts,
  ValidationData,
} from '#model'

/** Facts and validation data of one signature, open to mutation. */
export interface Evidence {
  facts: Mutable<SignatureFacts>
  data: Mutable<ValidationData>
}

export type Mutable<T> = T extends readonly (infer E)[]
  ? number extends T['length']
    ? Mutable<E>[]
    : { -readonly [K in keyof T]: Mutable<T[K]> }
  : T extends Uint8Array
    ? T
    : T extends object
      ? { -readonly [K in keyof T]: Mutable<T[K]> }
      : T

export const validationTime = Date.UTC(2026, 7, 20, 12)
/** A day on which the certificates were still in force, so that a missing proof of time is all that is missing. */
export const inForce = Date.UTC(2025, 0, 1)
export const year = 365 * 24 * 3_600_000
export const minute = 60_000
export const second = 1_000

/** When the sound signatures were made, stamped and confirmed. */
export const signedAt = Date.UTC(2024, 4, 1, 10, 0, 0)
export const stampedAt = signedAt + 2 * second
export const confirmedAt = signedAt + 3 * second
export const archivedAt = signedAt + 30 * 24 * 3_600_000

const rsaSha256: SignatureAlgorithm = { identifier: 'rsa-sha256', encryption: 'RSA', digest: 'SHA256' }
const ecdsaSha256: SignatureAlgorithm = { identifier: 'ecdsa-sha256', encryption: 'ECDSA', digest: 'SHA256' }

function name(commonName: string): DistinguishedName {
  return {
    text: `CN=${commonName},C=EE`,
    canonical: `c=ee,cn=${commonName.toLowerCase()}`,
    attributes: [
      { oid: '2.5.4.6', value: 'EE' },
      { oid: '2.5.4.3', value: commonName },
    ],
  }
}

interface CertificateOptions {
  readonly issuer?: string
  readonly ca?: boolean
  readonly from?: number
  readonly to?: number
  readonly keyUsage?: CertificateFacts['keyUsage']
  readonly purposes?: readonly string[]
  readonly extensions?: readonly string[]
}

export const ocspSigning = '1.3.6.1.5.5.7.3.9'
export const timeStamping = '1.3.6.1.5.5.7.3.8'
export const noCheck = '1.3.6.1.5.5.7.48.1.5'

/** A certificate whose id is its name, so that tests read well. */
export function certificate(commonName: string, options: CertificateOptions = {}): CertificateFacts {
  const { issuer = 'Root CA', ca = false, from = signedAt - year, to = signedAt + year } = options
  const elliptic = commonName === 'Signer'
  return {
    id: commonName,
    encoded: Buffer.alloc(0),
    subject: name(commonName),
    issuer: name(issuer),
    serialNumber: '1',
    notBefore: from,
    notAfter: to,
    publicKey: elliptic
      ? { id: `key of ${commonName}`, algorithm: 'ECDSA', size: 384, curve: 'P-384' }
      : { id: `key of ${commonName}`, algorithm: 'RSA', size: 4096, curve: null },
    signatureAlgorithm: rsaSha256,
    subjectKeyIdentifier: null,
    authorityKeyIdentifier: null,
    basicConstraints: ca ? { ca: true, pathLength: null } : null,
    keyUsage: options.keyUsage ?? (ca ? ['keyCertSign', 'cRLSign'] : ['digitalSignature']),
    extendedKeyUsage: options.purposes === undefined ? null : { critical: true, purposes: options.purposes },
    certificatePolicies: [],
    qcStatements: [],
    extensions: (options.extensions ?? []).map((oid) => ({ oid, critical: false })),
    ocspUrls: [],
    caIssuersUrls: [],
    crlUrls: [],
  }
}

export function service(type: ServiceType, serviceName: string): AnchorService {
  return {
    service: `EE/1/${serviceName}`,
    source: 'EE',
    name: serviceName,
    periods: [{ type, status: 'granted', from: Date.UTC(2017, 0, 1), to: null }],
    timeMarkResponder: false,
  }
}

export function ocsp(id: string, producedAt: number): OcspFacts {
  return {
    kind: 'ocsp',
    id,
    encoded: Buffer.alloc(0),
    origin: 'revocation-values',
    responderId: { byName: name('Responder') },
    producedAt,
    responses: [],
    nonce: null,
    certificates: [],
    signatureAlgorithm: rsaSha256,
    unknownCriticalExtensions: [],
  }
}

export function statement(revocation: string, about: string, issuer: string, producedAt: number): CertificateRevocation {
  return {
    certificate: about,
    issuer,
    revocation,
    kind: 'ocsp',
    status: 'good',
    revocationTime: null,
    revocationReason: null,
    thisUpdate: producedAt,
    nextUpdate: null,
    producedAt,
    archiveCutOff: null,
    unknownCriticalExtensions: [],
  }
}

export function timeStamp(id: string, kind: TimeStampFacts['kind'], genTime: number): TimeStampFacts {
  return {
    id,
    encoded: Buffer.alloc(0),
    kind,
    genTime,
    serialNumber: '1',
    tsaPolicy: '1.2.3',
    tsaName: name('Unit'),
    imprint: { digest: { identifier: 'sha256', algorithm: 'SHA256', value: '00' }, status: 'intact' },
    token: {
      signatureAlgorithm: rsaSha256,
      digestAlgorithm: '2.16.840.1.101.3.4.2.1',
      messageDigestAlgorithm: 'SHA256',
      messageDigestIntact: true,
      signature: 'intact',
      signingCertificateAttribute: 'match',
    },
    signingCertificate: 'Unit',
    certificates: ['Unit'],
    coverage: { signatureValue: kind !== 'content', signedData: true, certificates: [], revocations: [], timeStamps: [] },
  }
}

function facts(proofOfTime: ProofOfTime): SignatureFacts {
  const digest = () => ({ identifier: 'sha256', algorithm: 'SHA256', value: '00' }) as const
  return {
    source: { file: 'META-INF/signatures0.xml', index: 0 },
    id: 'S0',
    contentDigest: 'content of S0',
    identifier: { signatureValue: '', dataToBeSigned: null },
    profile: { name: 'asic-e' },
    syntax: { name: 'xades', canonicalization: 'http://www.w3.org/2006/12/xml-c14n11' },
    level: 'LT',
    proofOfTime,
    scopes: [{ kind: 'file', name: 'letter.txt' }],
    claimedSigningTime: signedAt,
    unreadableSigningTime: null,
    signatureAlgorithm: ecdsaSha256,
    signatureValue: { status: 'intact', digestInfoWithoutNull: false },
    references: [
      {
        id: 'r0',
        uri: 'letter.txt',
        type: '',
        kind: 'data-object',
        dataFile: 'letter.txt',
        digest: digest(),
        status: 'intact',
        transforms: [],
        mimeType: 'text/plain',
      },
      {
        id: 'r1',
        uri: '#S0-SignedProperties',
        type: 'http://uri.etsi.org/01903#SignedProperties',
        kind: 'signed-properties',
        dataFile: null,
        digest: digest(),
        status: 'intact',
        transforms: [],
        mimeType: null,
      },
    ],
    signingCertificate: 'Signer',
    signingCertificateReferences: [{ version: 'v1', digest: digest(), certificate: 'Signer', issuerSerial: 'match' }],
    signingCertificateReferenceSigned: true,
    policy: null,
    timeStamps: [],
    unreadableTimeStamps: [],
    revocations: [ocsp('answer', confirmedAt)],
    unreadableRevocations: [],
    timeMarks: [],
    certificates: [certificate('Signer', { keyUsage: ['nonRepudiation'] }), certificate('Responder', { purposes: [ocspSigning] })],
    claimedRoles: [],
    commitmentTypes: [],
    productionPlace: null,
    reason: null,
    structure: [],
  }
}

function data(): ValidationData {
  return {
    snapshotDigest: 'snapshot',
    domain: null,
    withoutAnchors: false,
    certificates: [
      certificate('Signer', { keyUsage: ['nonRepudiation'] }),
      certificate('Responder', { purposes: [ocspSigning] }),
      certificate('Root CA', { ca: true, from: signedAt - 9 * year, to: signedAt + 9 * year }),
    ],
    anchors: [
      { certificate: 'Root CA', services: [service('CA/QC', 'Authority')] },
      { certificate: 'Responder', services: [service('Certstatus/OCSP/QC', 'Answers')] },
    ],
    paths: [
      { certificate: 'Signer', paths: [{ certificates: ['Signer', 'Root CA'], anchored: true }] },
      { certificate: 'Responder', paths: [{ certificates: ['Responder'], anchored: true }] },
    ],
    brokenLinks: [],
    ascent: { links: [], certificates: [], anchors: [], complete: true },
    revocations: [statement('answer', 'Signer', 'Root CA', confirmedAt)],
    revocationSigners: [{ revocation: 'answer', signer: 'Responder', signature: 'intact' }],
    pathBudgetExhausted: false,
  }
}

/** Adds a time-stamp by the listed unit. */
export function withTimeStamp(evidence: Evidence, added: TimeStampFacts): Evidence {
  const next = structuredClone(evidence)
  next.facts.timeStamps.push(structuredClone(added) as Mutable<TimeStampFacts>)
  if (!next.data.certificates.some(({ id }) => id === 'Unit')) {
    const unit = certificate('Unit', { issuer: 'Stamp CA', purposes: [timeStamping] })
    next.facts.certificates.push(structuredClone(unit) as Mutable<CertificateFacts>)
    next.data.certificates.push(structuredClone(unit) as Mutable<CertificateFacts>)
    next.data.anchors.push({ certificate: 'Unit', services: [structuredClone(service('TSA/QTST', 'Stamps')) as Mutable<AnchorService>] })
    next.data.paths.push({ certificate: 'Unit', paths: [{ certificates: ['Unit'], anchored: true }] })
  }
  return next
}

function basis(proofOfTime: ProofOfTime): Evidence {
  return structuredClone({ facts: facts(proofOfTime), data: data() }) as Evidence
}

/** Level LT: a signature time-stamp, then an OCSP response one second later; all helpers are listed themselves. */
export function soundLongTerm(): Evidence {
  return withTimeStamp(basis('time-stamp'), timeStamp('stamp', 'signature', stampedAt))
}

/** Level LT_TM: the OCSP response is the time-mark. */
export function soundTimeMark(): Evidence {
  const evidence = basis('time-mark')
  evidence.facts.policy = {
    kind: 'explicit',
    identifier: '1.3.6.1.4.1.10015.1000.3.2.1',
    qualifier: 'OIDAsURN',
    digest: { identifier: 'sha256', algorithm: 'SHA256', value: 'dd39' },
    spUri: 'https://www.sk.ee/repository/bdoc-spec21.pdf',
    documentDigestStatus: null,
  }
  evidence.facts.timeMarks = [
    {
      revocation: 'answer',
      producedAt: confirmedAt,
      nonce: 'match',
      digest: { identifier: 'sha256', algorithm: 'SHA256', value: '00' },
      responderCertificates: ['Responder'],
    },
  ]
  return evidence
}

/** Level LTA: LT with an archive time-stamp over everything. */
export function soundArchive(): Evidence {
  const archive = timeStamp('archive stamp', 'archive', archivedAt)
  const evidence = withTimeStamp(soundLongTerm(), {
    ...archive,
    coverage: {
      signatureValue: true,
      signedData: true,
      certificates: ['Signer', 'Responder', 'Root CA', 'Unit'],
      revocations: ['answer'],
      timeStamps: ['stamp'],
    },
  })
  evidence.facts.level = 'LTA'
  return evidence
}

/** The same evidence with one thing changed. */
export function changed(evidence: Evidence, change: (evidence: Evidence) => void): Evidence {
  const next = structuredClone(evidence)
  change(next)
  return next
}

/** The certificate in facts and data alike. */
export function changeCertificate(evidence: Evidence, id: string, change: (certificate: Mutable<CertificateFacts>) => void): void {
  for (const each of [...evidence.facts.certificates, ...evidence.data.certificates]) if (each.id === id) change(each)
}
