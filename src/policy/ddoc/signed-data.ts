import type { BlockResult, CheckFacts, CheckResult, DdocDataFileFacts, DdocFacts, SignatureFacts } from '#model'
import { block } from '../check.js'
import { ddocCheck, ddocNotApplicable } from './ddoc-constraints.js'

/**
 * Cryptographic verification (EN 319 102-1, 5.2.7) in the order that clients of DIGIDOC-XML know: each data file of the container, references that
 * lead nowhere, the signed properties, the signature value.
 */
export function ddocCryptographicVerification(facts: SignatureFacts, ddoc: DdocFacts): BlockResult {
  const { signedProperties } = ddoc
  const properties = { id: signedProperties.id }
  const checks = [
    ...ddoc.dataFiles.flatMap(checkDataFile),
    ...(ddoc.danglingReferences.length === 0
      ? [ddocCheck('ddoc-reference-target-found', true)]
      : ddoc.danglingReferences.map((reference) => ddocCheck('ddoc-reference-target-found', false, { signature: facts.id, reference }))),
    ddocCheck('ddoc-signed-properties-signed', signedProperties.digest !== 'not-referenced', properties),
    signedProperties.digest === 'not-referenced'
      ? ddocNotApplicable('ddoc-signed-properties-intact', properties)
      : ddocCheck('ddoc-signed-properties-intact', signedProperties.digest === 'match', properties),
    ...checkSignatureValue(facts, ddoc),
  ]
  return block('cryptographic-verification', 'EN 319 102-1 5.2.7', facts.id, checks)
}

function checkDataFile({ id, name, contentType, digest, mimeTypeDigest }: DdocDataFileFacts): readonly CheckResult[] {
  const file = { dataFile: id, name, contentType }
  if (digest === 'not-referenced') return [ddocCheck('ddoc-data-file-signed', false, file)]
  return [
    ddocCheck('ddoc-data-file-signed', true, file),
    ddocCheck('ddoc-data-file-intact', digest !== 'mismatch', file),
    digest === 'mismatch'
      ? ddocNotApplicable('ddoc-data-file-main-digest', file)
      : ddocCheck('ddoc-data-file-main-digest', digest === 'match', file),
    ...checkMimeType(mimeTypeDigest, file),
  ]
}

/**
 * SK-XML 1.0 signs the decoded content and, by a reference of its own, the MIME type. Without that reference the signature may be one of a later version, which
 * signed the element: relabelled, the text of its element would pass as the content of a file with any name and type.
 */
function checkMimeType(digest: DdocDataFileFacts['mimeTypeDigest'], file: CheckFacts): readonly CheckResult[] {
  if (digest === null) return [ddocNotApplicable('ddoc-mime-type-signed', file), ddocNotApplicable('ddoc-mime-type-intact', file)]
  if (digest === 'not-referenced')
    return [ddocCheck('ddoc-mime-type-signed', false, file), ddocNotApplicable('ddoc-mime-type-intact', file)]
  return [ddocCheck('ddoc-mime-type-signed', true, file), ddocCheck('ddoc-mime-type-intact', digest === 'match', file)]
}

/** A value without DigestInfo, or with a zero octet beside it, is as wrong as any other, but was made by a faulty writer and not by a forger. */
function checkSignatureValue({ signatureValue, signatureAlgorithm }: SignatureFacts, { digestInfo }: DdocFacts): readonly CheckResult[] {
  const algorithm = { algorithm: signatureAlgorithm.identifier, digestInfoWithoutNull: signatureValue.digestInfoWithoutNull }
  switch (signatureValue.status) {
    case 'intact':
      return [ddocCheck('ddoc-signature-value-intact', true, algorithm)]
    case 'mismatch':
      if (digestInfo === 'missing') return [ddocCheck('ddoc-signature-digest-info-present', false, algorithm)]
      if (digestInfo === 'extra-zero') return [ddocCheck('ddoc-signature-digest-info-exact', false, algorithm)]
      return [ddocCheck('ddoc-signature-value-intact', false, algorithm)]
    case 'no-certificate':
    case 'algorithm-unknown':
    case 'unsupported-canonicalization':
      // Format checking has failed for the reason; that the value is not known to be good has to fail on its own all the same.
      return [ddocCheck('ddoc-signature-value-intact', false, algorithm)]
  }
}
