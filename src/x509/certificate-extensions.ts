import {
  Asn1Error,
  BIT_STRING,
  BOOLEAN,
  booleanOf,
  contextPrimitive,
  contextTag,
  elementsOf,
  Fields,
  INTEGER,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  objectIdentifierOf,
  SEQUENCE,
  setBitsOf,
  smallIntegerOf,
  textOf,
} from '#der'
import { type CertificateFacts, type KeyUsageBit, keyUsageBits, type QcStatement } from '#model'
import { type Extension, extensionValue } from './extension.js'
import { distributionPointUris, uriOf } from './general-names.js'

/** The facts that come from extensions (RFC 5280, 4.2; EN 319 412-5). */
export type ExtensionFacts = Pick<
  CertificateFacts,
  | 'subjectKeyIdentifier'
  | 'authorityKeyIdentifier'
  | 'basicConstraints'
  | 'keyUsage'
  | 'extendedKeyUsage'
  | 'certificatePolicies'
  | 'qcStatements'
  | 'extensions'
  | 'ocspUrls'
  | 'caIssuersUrls'
  | 'crlUrls'
>

const OCSP = '1.3.6.1.5.5.7.48.1'
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2'
const QC_TYPE = '0.4.0.1862.1.6'
const QC_LEGISLATION = '0.4.0.1862.1.7'

/** Decodes the extensions of a certificate. Throws `Asn1Error` for an extension that cannot be read and that restricts the certificate or is critical. */
export function extensionFacts(extensions: ReadonlyMap<string, Extension>): ExtensionFacts {
  const read = <T>(oid: string, reader: (extension: Extension) => T): T | null => {
    const extension = extensions.get(oid)
    return extension === undefined ? null : reader(extension)
  }
  const readInformative = <T>(oid: string, reader: (extension: Extension) => T): T | null => {
    const extension = extensions.get(oid)
    return extension === undefined ? null : informative(extension, reader)
  }
  const access = readInformative('1.3.6.1.5.5.7.1.1', authorityInformationAccess)
  const extendedKeyUsage = read('2.5.29.37', (extension) => ({ critical: extension.critical, purposes: objectIdentifiers(extension) }))
  return {
    subjectKeyIdentifier: readInformative('2.5.29.14', (extension) =>
      extensionValue(extension, OCTET_STRING, 'SubjectKeyIdentifier').content.toString('hex'),
    ),
    authorityKeyIdentifier: readInformative('2.5.29.35', authorityKeyIdentifierOf),
    basicConstraints: read('2.5.29.19', basicConstraintsOf),
    keyUsage: read('2.5.29.15', keyUsageOf),
    extendedKeyUsage,
    certificatePolicies: read('2.5.29.32', certificatePoliciesOf) ?? [],
    qcStatements: readInformative('1.3.6.1.5.5.7.1.3', qcStatementsOf) ?? [],
    extensions: [...extensions.values()].map(({ oid, critical }) => ({ oid, critical })),
    ocspUrls: access?.ocsp ?? [],
    caIssuersUrls: access?.caIssuers ?? [],
    crlUrls: readInformative('2.5.29.31', crlUrlsOf) ?? [],
  }
}

/**
 * Reads an extension that only informs (addresses, key identifiers, QCStatements). It counts as absent (null) when it is not critical and cannot be read: HU-99
 * has QCStatements wrapped twice. Absence never benefits a certificate. Extensions that restrict a certificate (basic constraints, key usages, policies) must
 * be readable.
 */
function informative<T>(extension: Extension, reader: (extension: Extension) => T): T | null {
  try {
    return reader(extension)
  } catch (error) {
    if (error instanceof Asn1Error && !error.limit && !extension.critical) return null
    throw error
  }
}

/** The key identifier in an AuthorityKeyIdentifier extension of a certificate or CRL; null when the extension identifies the issuer in another way. */
export function authorityKeyIdentifierOf(extension: Extension): string | null {
  const fields = new Fields(extensionValue(extension, SEQUENCE, 'AuthorityKeyIdentifier'))
  return fields.optional(contextPrimitive(0))?.content.toString('hex') ?? null
}

function basicConstraintsOf(extension: Extension): { ca: boolean; pathLength: number | null } {
  const fields = new Fields(extensionValue(extension, SEQUENCE, 'BasicConstraints'))
  const ca = fields.optional(BOOLEAN)
  const pathLength = fields.optional(INTEGER)
  fields.end()
  return { ca: ca !== null && booleanOf(ca), pathLength: pathLength === null ? null : smallIntegerOf(pathLength) }
}

function keyUsageOf(extension: Extension): readonly KeyUsageBit[] {
  return setBitsOf(extensionValue(extension, BIT_STRING, 'KeyUsage'))
    .map((bit) => keyUsageBits[bit])
    .filter((bit) => bit !== undefined)
}

function objectIdentifiers(extension: Extension): readonly string[] {
  const oids: string[] = []
  const fields = new Fields(extensionValue(extension, SEQUENCE, 'ExtKeyUsageSyntax'))
  while (fields.peek() !== -1) oids.push(objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'KeyPurposeId')))
  return oids
}

function certificatePoliciesOf(extension: Extension): readonly string[] {
  const policies: string[] = []
  for (const policy of elementsOf(extensionValue(extension, SEQUENCE, 'CertificatePolicies'))) {
    policies.push(objectIdentifierOf(new Fields(policy).next(OBJECT_IDENTIFIER, 'policyIdentifier')))
  }
  return policies
}

function authorityInformationAccess(extension: Extension): { ocsp: readonly string[]; caIssuers: readonly string[] } {
  const ocsp: string[] = []
  const caIssuers: string[] = []
  for (const description of elementsOf(extensionValue(extension, SEQUENCE, 'AuthorityInfoAccessSyntax'))) {
    const fields = new Fields(description)
    const method = objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'accessMethod'))
    const uri = uriOf(fields.required('accessLocation'))
    if (uri !== null && method === OCSP) ocsp.push(uri)
    if (uri !== null && method === CA_ISSUERS) caIssuers.push(uri)
  }
  return { ocsp, caIssuers }
}

function crlUrlsOf(extension: Extension): readonly string[] {
  return elementsOf(extensionValue(extension, SEQUENCE, 'CRLDistributionPoints')).flatMap((point) => {
    const name = new Fields(point).optional(contextTag(0))
    return name === null ? [] : distributionPointUris(name)
  })
}

/** QCStatements (RFC 3739, 3.2.6): the OID of each statement, and the values of those that list certificate types or countries of legislation. */
function qcStatementsOf(extension: Extension): readonly QcStatement[] {
  const statements: QcStatement[] = []
  for (const statement of elementsOf(extensionValue(extension, SEQUENCE, 'QCStatements'))) {
    const fields = new Fields(statement)
    const oid = objectIdentifierOf(fields.next(OBJECT_IDENTIFIER, 'statementId'))
    const values: string[] = []
    if (oid === QC_TYPE) {
      for (const type of elementsOf(fields.next(SEQUENCE, 'QcType'))) values.push(objectIdentifierOf(type))
    } else if (oid === QC_LEGISLATION) {
      for (const country of elementsOf(fields.next(SEQUENCE, 'QcCClegislation'))) values.push(textOf(country) ?? '')
    }
    statements.push({ oid, values })
  }
  return statements
}
