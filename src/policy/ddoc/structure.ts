import {
  type BlockResult,
  type CheckResult,
  checked,
  type DdocFacts,
  type DdocKey,
  notApplicable,
  type SignatureFacts,
  type StructureFinding,
} from '#model'
import { block } from '../check.js'

const keys: ReadonlyMap<string, DdocKey> = new Map<string, DdocKey>([
  ['DATA_FILE_NAME', 'ddoc-data-file-name'],
  ['DATA_FILE_PATH', 'ddoc-data-file-path'],
  ['DATA_FILE_ID', 'ddoc-data-file-id'],
  ['DATA_FILE_DUPLICATE_ID', 'ddoc-data-file-id-unique'],
  ['DATA_FILE_MIME_TYPE', 'ddoc-data-file-mime-type'],
  ['DATA_FILE_SIZE', 'ddoc-data-file-size'],
  ['DATA_FILE_NOT_BASE64', 'ddoc-data-file-base64'],
  ['DATA_FILE_DIGEST_TYPE', 'ddoc-data-file-digest-type'],
  ['DATA_FILE_DIGEST_VALUE', 'ddoc-data-file-digest-value'],
  ['DATA_FILE_HASHCODE_CONTENT', 'ddoc-hashcode-empty'],
  ['SIGNATURE_ID', 'ddoc-signature-id'],
  ['SIGNATURE_DUPLICATE_ID', 'ddoc-signature-id-unique'],
  ['CANONICALIZATION_METHOD', 'ddoc-canonicalization-method'],
  ['SIGNATURE_METHOD', 'ddoc-signature-method'],
  ['TOO_FEW_REFERENCES', 'ddoc-references-sufficient'],
  ['REFERENCE_URI', 'ddoc-reference-uri'],
  ['DIGEST_METHOD', 'ddoc-digest-method'],
  ['DIGEST_LENGTH', 'ddoc-digest-length'],
  ['TRANSFORMS', 'ddoc-transforms-absent'],
  ['SIGNATURE_VALUE', 'ddoc-signature-value-length'],
  ['SIGNER_CERTIFICATE', 'ddoc-signer-certificate-present'],
  ['SIGNED_PROPERTIES_ID', 'ddoc-signed-properties-id'],
  ['SIGNED_PROPERTIES_TARGET', 'ddoc-signed-properties-target'],
  ['SIGNING_TIME', 'ddoc-signing-time'],
  ['CERTIFICATE_REFERENCE_ID', 'ddoc-certificate-reference-id'],
  ['CERTIFICATE_SERIAL', 'ddoc-certificate-serial'],
  ['CERTIFICATE_REFERENCES', 'ddoc-certificate-reference-single'],
  ['CLAIMED_ROLES', 'ddoc-claimed-roles'],
  ['CERTIFICATE_VALUE', 'ddoc-certificate-values'],
])

/** All questions about flaws, answered as in a sound signature. */
const satisfied: readonly CheckResult[] = Array.from(keys.values(), (key) => checked(key, true))

/**
 * Format checking (EN 319 102-1, 5.2.2): flaws of the data files, which every signature covers, then of the signature, then notices about the version
 * and about names that are not in their namespace. A flaw that this policy does not know fails as well.
 */
export function ddocFormatChecking({ id, structure }: SignatureFacts, ddoc: DdocFacts): BlockResult {
  const flaws = [...ddoc.dataFiles.flatMap((file) => file.flaws), ...structure]
  const checks = [...flaws.map(checkFlaw), ...checkNotices(ddoc)]
  const missed = new Set(checks.map(({ key }) => key))
  const others = satisfied.filter(({ key }) => !missed.has(key))
  return block('format-checking', 'EN 319 102-1 5.2.2', id, [...checks, ...others])
}

function checkFlaw({ code, facts }: StructureFinding): CheckResult {
  const key = keys.get(code)
  return key === undefined ? checked('ddoc-structure', false, { ...facts, code }) : checked(key, false, facts)
}

function checkNotices({ format, version, dataFiles, foreignIssuerNamespaces }: DdocFacts): readonly CheckResult[] {
  const sizes = dataFiles.filter(({ size, statedSize }) => size !== null && statedSize !== null && size !== statedSize)
  return [
    checked('ddoc-version-current', version === '1.3', { format, version }),
    ...(foreignIssuerNamespaces.length === 0
      ? [notApplicable('ddoc-issuer-namespace')]
      : foreignIssuerNamespaces.map(({ element, namespace }) =>
          checked('ddoc-issuer-namespace', false, { element, namespace: namespace ?? 'null' }),
        )),
    checkFileNames(version, dataFiles),
    ...sizes.map(({ id, name, size, statedSize }) =>
      checked('ddoc-data-file-stated-size', false, { dataFile: id, name, size, statedSize }),
    ),
  ]
}

const mostNames = 20

/**
 * In hashcode form the digest alone is signed; name, type and size are whatever the document says. SK-XML 1.0 signs the name in no form. The report names
 * these files like any other, so it says that nothing vouches for the name.
 */
function checkFileNames(version: DdocFacts['version'], dataFiles: DdocFacts['dataFiles']): CheckResult {
  const unsigned = dataFiles.filter(({ contentType }) => contentType === 'HASHCODE' || version === '1.0')
  return checked('ddoc-file-names-signed', unsigned.length === 0, { files: unsigned.slice(0, mostNames).map(({ name }) => name) })
}
