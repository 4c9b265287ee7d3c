import {
  type BlockResult,
  type CheckResult,
  indeterminateWith,
  notApplicable,
  type Profile,
  type ReferenceFacts,
  register,
  resultOrNull,
} from '#model'
import { block, check } from '../check.js'
import type { Evaluation } from '../evaluation.js'
import { algorithmFacts } from './algorithm-reliability.js'

/**
 * Cryptographic verification (EN 319 102-1, 5.2.7): every reference in the order of the signature, then the signature value, then the checks in `added`, such
 * as the nonce of a time-mark. A missing file is reported before a wrong signature value, because the standard obtains the signed data first.
 */
export function cryptographicVerification(evaluation: Evaluation, added: readonly CheckResult[]): BlockResult {
  const { facts } = evaluation
  const checks = [
    ...facts.references.flatMap((reference) => checkReference(evaluation, reference)),
    ...checkSignatureValue(evaluation),
    ...added,
  ]
  return block('cryptographic-verification', 'EN 319 102-1 5.2.7', facts.id, checks)
}

/** The checks of one reference. */
export function checkReference({ policy, facts: { profile, structure } }: Evaluation, reference: ReferenceFacts): readonly CheckResult[] {
  const isPdf = profile.name === 'pdf'
  const name = reference.dataFile ?? decoded(reference.uri)
  const facts = () => ({
    reference: reference.id,
    uri: reference.uri,
    file: name,
    object: objectOf(reference, isPdf),
    digestAlgorithm: reference.digest.algorithm ?? reference.digest.identifier,
  })
  const intact = reference.kind === 'signed-properties' ? 'signed-properties-intact' : 'signed-data-intact'
  const { lookAlike, canonicalFile, plusForSpace } = reference
  switch (reference.status) {
    case 'intact':
      return [
        check(policy, intact, true, facts),
        ...(plusForSpace === true ? [check(policy, 'signed-data-name-exact', false, facts)] : []),
        ...(canonicalFile?.leftOut ?? []).map((leftOut) =>
          check(policy, 'signed-data-wholly-covered', false, () => ({ ...facts(), leftOut })),
        ),
      ]
    case 'mismatch':
      return [check(policy, intact, false, facts)]
    case 'not-found':
      // Format checking has said why it is not known what the signature of a PDF covers.
      if (isPdf && structure.some(({ key }) => key !== null && register[key].explainsMissingContent === true))
        return [notApplicable('signed-data-found', facts)]
      return [
        check(policy, 'signed-data-found', false, () => ({
          ...facts(),
          missing: missingFrom(reference, profile.name),
          lookAlike: lookAlike?.name ?? null,
          difference: lookAlike?.difference ?? null,
        })),
      ]
    case 'unsupported-transform':
      return [
        check(policy, 'signed-data-transforms-supported', false, () => ({
          ...facts(),
          transforms: reference.transforms,
          problem: canonicalFile?.problem ?? null,
        })),
      ]
    case 'algorithm-unknown':
      return [check(policy, 'signed-data-digest-known', false, facts)]
    case 'ambiguous':
      // Format checking fails for an ambiguous reference; its digest is not checked.
      return [notApplicable(intact, facts)]
  }
}

/** What a reference is to, for a message: a file of the container has its name, a part of the signature file its identifier, and a PDF has no files. */
function objectOf({ uri, dataFile, kind }: ReferenceFacts, isPdf: boolean): string {
  if (isPdf) return 'part of the PDF'
  if (dataFile === '') return 'content of the message'
  if (dataFile !== null) return `file ${dataFile}`
  if (kind === 'signed-properties') return `part of the signature ${uri}`
  if (uri.startsWith('#xpointer') || uri === '') return `object of the reference ${uri === '' ? 'without a name' : uri}`
  return uri.startsWith('#') ? `part of the signature file ${uri}` : `file ${decoded(uri)}`
}

function missingFrom({ uri }: ReferenceFacts, profile: Profile): string {
  if (profile === 'pdf') return 'pdf'
  if (profile === 'cades' || (profile === 'xades' && uri !== '' && !uri.startsWith('#'))) return 'not-given'
  if (uri.startsWith('#xpointer') || uri === '') return 'not-followed'
  return uri.startsWith('#') ? 'signature-file' : 'container'
}

/** The name of a missing file for a message: the percent-decoded URI, or the URI as written when it cannot be decoded. */
function decoded(uri: string): string {
  return resultOrNull(URIError, () => decodeURIComponent(uri)) ?? uri
}

function checkSignatureValue({ policy, facts }: Evaluation): readonly CheckResult[] {
  const { signatureValue, signatureAlgorithm, signingCertificate } = facts
  const algorithm = algorithmFacts(signatureAlgorithm)
  switch (signatureValue.status) {
    case 'intact':
      return [
        check(policy, 'signature-value-intact', true, algorithm),
        check(policy, 'signature-digest-info-complete', !signatureValue.digestInfoWithoutNull, algorithm),
      ]
    case 'mismatch':
      return [check(policy, 'signature-value-intact', false, { ...algorithm, ...signatureValue.oddity })]
    case 'algorithm-unknown':
      return [check(policy, 'signature-algorithm-known', false, algorithm)]
    case 'no-certificate':
      // Identification of the signing certificate usually reports why. Otherwise fail here, because the value was not verified.
      return signingCertificate === null
        ? [notApplicable('signature-value-intact', algorithm)]
        : [check(policy, 'signature-value-intact', false, algorithm, { onFailure: indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND') })]
    case 'unsupported-canonicalization':
      // Format checking fails in this case.
      return [notApplicable('signature-value-intact', algorithm)]
  }
}
