import { type CheckResult, commonNameOf, type DetachedData, type OpenedDocument, type ReadSignature, type SignatureFacts } from '#model'
import type { OpenedAsic } from './asic.js'
import { entryKindOf } from './entry-kind.js'
import { type Coverage, compareCoverage } from './files-left-out.js'
import { type FindingLimits, FindingList } from './findings.js'
import { firstMimeTypes } from './manifest.js'

/**
 * Compares the files of the container, of the manifest and of each signature (BDOC 2.1, 8). The findings are in this order: the manifest against each
 * signature, the container against the last signature, and for each signature the files that it does not cover. Without signatures nothing is compared.
 * The findings in `opened` are not repeated.
 *
 * Two peculiarities of the reference service are preserved, because its clients know them: a ds:Reference whose file is missing does not count as
 * a reference, and the container is compared with the last signature only. The lists of files that are not covered exist for every signature.
 */
export function compareManifest(opened: OpenedAsic, signatures: readonly ReadSignature[], limits: FindingLimits): readonly CheckResult[] {
  const findings = new FindingList(limits)
  const read = signatures.flatMap((signature) => (signature.kind === 'read' ? [signature.facts] : []))
  // The manifest of OpenDocument is part of the format with XAdES; CAdES signatures have manifests of their own.
  const withManifest = read.filter(({ syntax }) => syntax.name === 'xades')
  const last = withManifest.at(-1)
  // A missing manifest is a finding of its own, from opening the container.
  if (opened.manifest !== null && last !== undefined) {
    const listed = new Map([...firstMimeTypes(opened.manifest)].filter(([path]) => entryKindOf(path) === 'data-file'))
    for (const facts of withManifest) compareWithSignature(listed, facts, findings)
    const signed = signedMimeTypes(last)
    for (const { name } of opened.dataFiles) if (!signed.has(name)) findings.add('container-file-not-in-signature', { file: name })
  }
  for (const facts of read) {
    const covered = namesCoveredBy(facts)
    const files = opened.dataFiles.map(({ name }) => name).filter((name) => !covered.has(name))
    if (files.length > 0) findings.add('signature-has-unsigned-files', { signedBy: signerNameOf(facts), signature: facts.id, files })
  }
  return findings.list()
}

/** The data files that signatures leave out: those of a container, or those that are given beside the signatures (`decisions.md#unsigned-files`). */
export function filesLeftOutOfAsic({ dataFiles }: Pick<OpenedDocument, 'dataFiles'>, signatures: readonly ReadSignature[]): Coverage {
  return compareCoverage(
    dataFiles.map(({ name }) => name),
    signatures,
    namesCoveredBy,
  )
}

/**
 * The files that are given beside signatures, or of which a digest is given, that these leave out: a container in hashcode form has the verdict of the same container
 * with its files (`decisions.md#unsigned-files`).
 */
export function filesLeftOutBeside(
  { dataFiles, detached }: Pick<OpenedDocument, 'dataFiles'> & { readonly detached: DetachedData | null },
  signatures: readonly ReadSignature[],
): Coverage {
  const digests = detached?.kind === 'digests' ? detached.files : []
  const names = new Set([...dataFiles, ...digests].map(({ name }) => name))
  return compareCoverage([...names], signatures, (facts) => {
    const byDigest = facts.scopes.flatMap((scope) => (scope.kind === 'file-digest' ? scope.name : []))
    return new Set([...namesCoveredBy(facts), ...byDigest])
  })
}

function namesCoveredBy({ references }: SignatureFacts): ReadonlySet<string> {
  return new Set(references.flatMap(({ dataFile }) => dataFile ?? []))
}

function compareWithSignature(listed: ReadonlyMap<string, string>, facts: SignatureFacts, findings: FindingList): void {
  const signed = signedMimeTypes(facts)
  const signature = facts.id
  for (const [file, mimeType] of listed) {
    const signatureMimeType = signed.get(file)
    if (signatureMimeType === undefined) findings.add('manifest-entry-not-in-signature', { file, mimeType, signature })
    else if (signatureMimeType !== null && signatureMimeType !== mimeType) {
      findings.add('mime-type-differs', { file, manifestMimeType: mimeType, signatureMimeType, signature })
    }
  }
  for (const [file, mimeType] of signed) {
    if (!listed.has(file)) findings.add('signature-entry-not-in-manifest', { file, mimeType: mimeType ?? '', signature })
  }
}

/**
 * Existing files that the signature references as data, with the MIME type of their DataObjectFormat. A ds:Reference with a Type is another kind of reference.
 */
function signedMimeTypes(facts: SignatureFacts): ReadonlyMap<string, string | null> {
  const signed = new Map<string, string | null>()
  for (const { type, dataFile, mimeType } of facts.references) {
    if (type === '' && dataFile !== null && !signed.has(dataFile)) signed.set(dataFile, mimeType)
  }
  return signed
}

/** Common name of the signer, without the double quotes that some certificates put around it; empty when it is not known. */
function signerNameOf(facts: SignatureFacts): string {
  const certificate = facts.certificates.find(({ id }) => id === facts.signingCertificate)
  return certificate === undefined ? '' : commonNameOf(certificate)
}
