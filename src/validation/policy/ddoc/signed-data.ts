import {
  type BlockResult,
  type CheckFacts,
  type CheckResult,
  checked,
  type DdocDataFileFacts,
  type DdocFacts,
  notApplicable,
  type SignatureFacts,
} from '#model'
import { block } from '../check.js'

/**
 * Cryptographic verification (EN 319 102-1, 5.2.7) in the order that existing clients expect: each data file of the container, references without a target,
 * the signed properties, the signature value.
 */
export function ddocCryptographicVerification(facts: SignatureFacts, ddoc: DdocFacts): BlockResult {
  const { signedProperties } = ddoc
  const properties = { id: signedProperties.id }
  const checks = [
    ...ddoc.dataFiles.flatMap(checkDataFile),
    ...(ddoc.danglingReferences.length === 0
      ? [checked('ddoc-reference-target-found', true)]
      : ddoc.danglingReferences.map((reference) =>
          checked('ddoc-reference-target-found', false, () => ({ signature: facts.id, reference })),
        )),
    checked('ddoc-signed-properties-signed', signedProperties.digest !== 'not-referenced', properties),
    signedProperties.digest === 'not-referenced'
      ? notApplicable('ddoc-signed-properties-intact', properties)
      : checked('ddoc-signed-properties-intact', signedProperties.digest === 'match', properties),
    ...checkSignatureValue(facts, ddoc),
  ]
  return block('cryptographic-verification', 'EN 319 102-1 5.2.7', facts.id, checks)
}

function checkDataFile({ id, name, contentType, digest, mimeTypeDigest }: DdocDataFileFacts): readonly CheckResult[] {
  const file = { dataFile: id, name, contentType }
  if (digest === 'not-referenced') return [checked('ddoc-data-file-signed', false, file)]
  return [
    checked('ddoc-data-file-signed', true, file),
    checked('ddoc-data-file-intact', digest !== 'mismatch', file),
    digest === 'mismatch'
      ? notApplicable('ddoc-data-file-main-digest', file)
      : checked('ddoc-data-file-main-digest', digest === 'match', file),
    ...checkMimeType(mimeTypeDigest, file),
  ]
}

/**
 * SK-XML 1.0 signs the decoded content and, by a separate reference, the MIME type (`decisions.md#sk-xml`). Without that reference the signature may come from
 * a later version, which signs the DataFile element. An attacker could then change the version to 1.0 and present the canonical element as the content of a
 * file with any name and type.
 */
function checkMimeType(digest: DdocDataFileFacts['mimeTypeDigest'], file: CheckFacts): readonly CheckResult[] {
  if (digest === null) return [notApplicable('ddoc-mime-type-signed', file), notApplicable('ddoc-mime-type-intact', file)]
  if (digest === 'not-referenced') return [checked('ddoc-mime-type-signed', false, file), notApplicable('ddoc-mime-type-intact', file)]
  return [checked('ddoc-mime-type-signed', true, file), checked('ddoc-mime-type-intact', digest === 'match', file)]
}

/** A value without DigestInfo, or with an additional zero octet, fails like any other wrong value. A separate key names the defect of the signing program. */
function checkSignatureValue({ signatureValue, signatureAlgorithm }: SignatureFacts, { digestInfo }: DdocFacts): readonly CheckResult[] {
  const algorithm = { algorithm: signatureAlgorithm.identifier, digestInfoWithoutNull: signatureValue.digestInfoWithoutNull }
  switch (signatureValue.status) {
    case 'intact':
      return [checked('ddoc-signature-value-intact', true, algorithm)]
    case 'mismatch':
      if (digestInfo === 'missing') return [checked('ddoc-signature-digest-info-present', false, algorithm)]
      if (digestInfo === 'extra-zero') return [checked('ddoc-signature-digest-info-exact', false, algorithm)]
      return [checked('ddoc-signature-value-intact', false, algorithm)]
    case 'no-certificate':
    case 'algorithm-unknown':
    case 'unsupported-canonicalization':
      // Format checking reports the reason. A value that was not verified always fails here as well.
      return [checked('ddoc-signature-value-intact', false, algorithm)]
  }
}
