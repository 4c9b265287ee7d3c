import type { CertificateFacts, ReadSignature, SignatureFacts } from '#model'

export interface ReferenceOfSignature {
  /** Name of the data file, null when it is not in the container. */
  readonly file: string | null
  readonly mimeType: string | null
  readonly type?: string
  readonly uri?: string
}

/** A signature as it is handed to the container: its references and the name of its signer matter, the rest is filler. */
export function readSignature(given: {
  readonly id: string
  readonly references: readonly ReferenceOfSignature[]
  readonly signer: string | null
}): ReadSignature {
  const name = { text: '', canonical: '', attributes: [{ oid: '2.5.4.3', value: given.signer ?? '' }] }
  const certificate: CertificateFacts = {
    id: 'certificate',
    encoded: Buffer.alloc(0),
    subject: name,
    issuer: name,
    serialNumber: '1',
    notBefore: 0,
    notAfter: 0,
    publicKey: { id: '', algorithm: null, size: null, curve: null },
    signatureAlgorithm: { identifier: '', encryption: null, digest: null },
    subjectKeyIdentifier: null,
    authorityKeyIdentifier: null,
    basicConstraints: null,
    keyUsage: null,
    extendedKeyUsage: null,
    certificatePolicies: [],
    qcStatements: [],
    extensions: [],
    ocspUrls: [],
    caIssuersUrls: [],
    crlUrls: [],
  }
  const facts: SignatureFacts = {
    source: { file: 'META-INF/signatures0.xml', index: 0 },
    id: given.id,
    contentDigest: '',
    identifier: { signatureValue: '', dataToBeSigned: null },
    profile: { name: 'asic-e' },
    syntax: { name: 'xades', canonicalization: '' },
    level: 'LT',
    proofOfTime: 'time-stamp',
    scopes: [],
    claimedSigningTime: null,
    unreadableSigningTime: null,
    signatureAlgorithm: { identifier: '', encryption: null, digest: null },
    signatureValue: { status: 'intact', digestInfoWithoutNull: false },
    references: given.references.map(({ file, mimeType, type = '', uri = file ?? '' }) => ({
      id: '',
      uri,
      type,
      kind: 'data-object',
      dataFile: file,
      digest: { identifier: '', algorithm: null, value: '' },
      status: file === null ? 'not-found' : 'intact',
      transforms: [],
      mimeType,
    })),
    signingCertificate: given.signer === null ? null : certificate.id,
    signingCertificateReferences: [],
    signingCertificateReferenceSigned: true,
    policy: null,
    timeStamps: [],
    unreadableTimeStamps: [],
    revocations: [],
    unreadableRevocations: [],
    timeMarks: [],
    certificates: given.signer === null ? [] : [certificate],
    claimedRoles: [],
    commitmentTypes: [],
    productionPlace: null,
    reason: null,
    structure: [],
  }
  return { kind: 'read', facts }
}

export function unreadableSignature(file: string): ReadSignature {
  return { kind: 'unreadable', source: { file, index: 0 }, id: '', code: 'TEST', message: '', offset: null }
}
