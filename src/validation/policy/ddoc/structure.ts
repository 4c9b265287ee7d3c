import {
  type BlockResult,
  type CheckResult,
  checked,
  type DdocFacts,
  findingKeys,
  notApplicable,
  reportBounds,
  type SignatureFacts,
} from '#model'
import { block } from '../check.js'

/** All checks of the structure as satisfied. */
const satisfied: readonly CheckResult[] = findingKeys.ddocStructure.map((key) => checked(key, true))

/**
 * Format checking (EN 319 102-1, 5.2.2): findings about the data files, which every signature covers, then about the signature, then notices about version,
 * namespaces, file names and stated sizes. A finding without a key fails as `ddoc-structure`.
 */
export function ddocFormatChecking({ id, structure }: SignatureFacts, ddoc: DdocFacts): BlockResult {
  const flaws = [...ddoc.dataFiles.flatMap((file) => file.flaws), ...structure]
  const checks = [
    ...flaws.map(({ key, code, facts }) => checked(key ?? 'ddoc-structure', false, key === null ? { ...facts, code } : facts)),
    ...checkNotices(ddoc),
  ]
  const missed = new Set(checks.map(({ key }) => key))
  for (const check of satisfied) if (!missed.has(check.key)) checks.push(check)
  return block('format-checking', 'EN 319 102-1 5.2.2', id, checks)
}

function checkNotices({ format, version, dataFiles, foreignIssuerNamespaces }: DdocFacts): readonly CheckResult[] {
  const sizes = dataFiles.filter(({ size, statedSize }) => size !== null && statedSize !== null && size !== statedSize)
  return [
    checked('ddoc-version-current', version === '1.3', () => ({ format, version })),
    ...(foreignIssuerNamespaces.length === 0
      ? [notApplicable('ddoc-issuer-namespace')]
      : foreignIssuerNamespaces.map(({ element, namespace }) =>
          checked('ddoc-issuer-namespace', false, () => ({ element, namespace: namespace ?? 'null' })),
        )),
    checkFileNames(version, dataFiles),
    ...sizes.map(({ id, name, size, statedSize }) =>
      checked('ddoc-data-file-stated-size', false, () => ({ dataFile: id, name, size, statedSize })),
    ),
  ]
}

/**
 * In hashcode form only the digest is signed, not name, type and size. SK-XML 1.0 does not sign the name in either form. The report lists these files by name,
 * so it warns that the signature does not cover the names (`decisions.md#unsigned-file-names`).
 */
function checkFileNames(version: DdocFacts['version'], dataFiles: DdocFacts['dataFiles']): CheckResult {
  const unsigned = dataFiles.filter(({ contentType }) => contentType === 'HASHCODE' || version === '1.0')
  return checked('ddoc-file-names-signed', unsigned.length === 0, () => ({
    files: unsigned.slice(0, reportBounds.maxNames).map(({ name }) => name),
  }))
}
