import { type CertificateFacts, type KeyUsageBit, keyUsageBits, OCSP_NO_CHECK, type QcStatement } from '#model'
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
  NULL,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  objectIdentifierOf,
  orAsn1Error,
  SEQUENCE,
  setBitsOf,
  smallIntegerOf,
  textOf,
} from '#readers/der'
import { type Extension, extensionValue } from './extension.js'
import { distributionPointUris, uriOf } from './general-names.js'

/** The facts that come from extensions (RFC 5280, 4.2; EN 319 412-5). */
type ExtensionFacts = Pick<
  CertificateFacts,
  | 'subjectKeyIdentifier'
  | 'authorityKeyIdentifier'
  | 'basicConstraints'
  | 'keyUsage'
  | 'extendedKeyUsage'
  | 'certificatePolicies'
  | 'qcStatements'
  | 'extensions'
  | 'unreadableExtensions'
  | 'ocspUrls'
  | 'caIssuersUrls'
  | 'crlUrls'
>

const OCSP = '1.3.6.1.5.5.7.48.1'
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2'
const QC_TYPE = '0.4.0.1862.1.6'
const QC_LEGISLATION = '0.4.0.1862.1.7'

/**
 * Decodes the extensions of a certificate. The value of one that is not critical and cannot be read makes only this extension unreadable: nothing that it might
 * allow is allowed then, and a check that needs it says so. Throws `Asn1Error` for a critical extension that cannot be read, and when a bound is reached.
 */
export function extensionFacts(extensions: ReadonlyMap<string, Extension>): ExtensionFacts {
  const unreadable: string[] = []
  const read = <T>(oid: string, reader: (extension: Extension) => T, ifUnreadable: T): T | null => {
    const extension = extensions.get(oid)
    if (extension === undefined) return null
    if (extension.critical) return reader(extension)
    const value = orAsn1Error(() => reader(extension))
    if (!(value instanceof Asn1Error)) return value
    unreadable.push(oid)
    return ifUnreadable
  }
  const access = read('1.3.6.1.5.5.7.1.1', authorityInformationAccess, { ocsp: [], caIssuers: [] })
  const purposes = read('2.5.29.37', (extension) => ({ critical: extension.critical, purposes: objectIdentifiers(extension) }), noPurposes)
  // It has no value to keep: that it can be read is what counts (RFC 6960, 4.2.2.2.1).
  read(OCSP_NO_CHECK, (extension) => extensionValue(extension, NULL, 'ocsp-nocheck'), null)
  const facts = {
    subjectKeyIdentifier: read<string | null>('2.5.29.14', subjectKeyIdentifierOf, null),
    authorityKeyIdentifier: read('2.5.29.35', authorityKeyIdentifierOf, null),
    basicConstraints: read('2.5.29.19', basicConstraintsOf, noAuthority),
    keyUsage: read('2.5.29.15', keyUsageOf, []),
    extendedKeyUsage: purposes,
    certificatePolicies: read('2.5.29.32', certificatePoliciesOf, []) ?? [],
    qcStatements: read('1.3.6.1.5.5.7.1.3', qcStatementsOf, []) ?? [],
    extensions: [...extensions.values()].map(({ oid, critical }) => ({ oid, critical })),
    ocspUrls: access?.ocsp ?? [],
    caIssuersUrls: access?.caIssuers ?? [],
    crlUrls: read('2.5.29.31', crlUrlsOf, []) ?? [],
  }
  return unreadable.length === 0 ? facts : { unreadableExtensions: unreadable, ...facts }
}

/** For basic constraints that cannot be read: no authority, and no authority may stand below it. */
const noAuthority: ExtensionFacts['basicConstraints'] = { ca: false, pathLength: 0 }
/** For purposes that cannot be read: none of them. Without the extension, every purpose would be allowed. */
const noPurposes = { critical: false, purposes: [] }

function subjectKeyIdentifierOf(extension: Extension): string {
  return extensionValue(extension, OCTET_STRING, 'SubjectKeyIdentifier').content.toString('hex')
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
