import {
  type ConstraintLevel,
  type FindingKey,
  findingKeys,
  parseInstant,
  policyNames,
  purposeOf,
  register,
  type SubIndication,
} from '#model'
import { durationOf } from './apply-policy.js'
import { type PolicyFault, shownMember } from './policy-file-error.js'
import type {
  WrittenAlgorithm,
  WrittenAlgorithmSet,
  WrittenAlgorithms,
  WrittenConstraints,
  WrittenKeySize,
  WrittenLevels,
  WrittenPolicy,
} from './written-policy.js'

/** Faults that the schema cannot express: days that do not exist, limits that contradict each other, checks that no policy may weaken. In the order of the file. */
export function contradictionsIn(written: WrittenPolicy): readonly PolicyFault[] {
  const clash = policyNames.find((name) => name.toLowerCase() === written.name.toLowerCase())
  return [
    ...(clash === undefined ? [] : [{ place: 'name', sentence: `${clash} is a built-in policy; write another name.` }]),
    ...levelFaults(written.levels, 'levels'),
    ...legalLevelFaults(written),
    ...constraintFaults(written.constraints, 'constraints'),
    ...algorithmFaults(written.algorithms, 'algorithms'),
    ...Object.entries(written.profiles ?? {}).flatMap(([profile, own]) => [
      ...levelFaults(own.levels, `profiles.${profile}.levels`),
      ...constraintFaults(own.constraints, `profiles.${profile}.constraints`),
      ...algorithmFaults(own.algorithms, `profiles.${profile}.algorithms`),
    ]),
  ]
}

/** Failures that mean that the content was changed, that the signer is not known or not trusted, or that the certificate was not valid. */
const essential: ReadonlySet<SubIndication> = new Set<SubIndication>([
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'SIGNED_DATA_NOT_FOUND',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND_NO_POE',
  'REVOKED',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'EXPIRED',
  'NOT_YET_VALID',
  'OUT_OF_BOUNDS_NO_POE',
  'OUT_OF_BOUNDS_NOT_REVOKED',
  'NO_POE',
])

/**
 * Checks without which another one of those above is empty: what the signature covers, that a digest or value was computed at all, and that authorities and evidence
 * are what they are taken for.
 */
const essentialKeys: ReadonlySet<FindingKey> = new Set<FindingKey>([
  'signature-readable',
  'data-object-signed',
  'identifier-unique',
  'signed-properties-referenced',
  'canonicalization-supported',
  'signed-data-digest-known',
  'signature-algorithm-known',
  'cms-message-digest-present',
  'cms-content-type',
  'asic-manifest-usable',
  'pdf-byte-range-valid',
  'pdf-contents-exact',
  'ddoc-references-sufficient',
  'authority-basic-constraints',
  'authority-key-usage',
  'time-stamping-unit-key-purpose',
  'revocation-signature-intact',
  'revocation-issuer-identified',
  'revocation-issuer-certificate-acceptable',
  'revocation-covers-certificate',
  'revocation-status-known',
  'revocation-extensions-understood',
  'revocation-issued-after-certificate',
  'revocation-times-in-order',
  'certificate-not-on-hold',
  'authority-path-length',
  'signature-structure',
  // What a PDF shows, and which message a signature of X-Road leads to, is the content; the rules of DIGIDOC-XML say what its signatures cover.
  ...findingKeys.pdf,
  ...findingKeys.ddoc,
  ...findingKeys.xroadMessage,
  ...findingKeys.xroadStructure,
  ...findingKeys.xroadHashChain,
  ...findingKeys.xroadHashChainDigests,
  'xroad-member-named',
  'xroad-member-matches',
])

/** A policy may require more, but no policy makes a changed document, or a signer whom nobody trusts, pass (`decisions.md#policy-files`). */
function levelFaults(levels: WrittenLevels = {}, place: string): readonly PolicyFault[] {
  return (Object.entries(levels) as [FindingKey, ConstraintLevel][]).flatMap(([key, level]) => {
    if (!Object.hasOwn(register, key))
      return [{ place, sentence: `${shownMember(key)} is no check; allkiri policy show POLv1 lists them all.` }]
    const entry = register[key]
    if (level === 'fail' || entry.level !== 'fail' || !isEssential(key, entry.onFailure.subIndication)) return []
    return [{ place: `${place}.${key}`, sentence: 'no policy weakens this check; write "fail", or leave it out.' }]
  })
}

function isEssential(key: FindingKey, failure: SubIndication): boolean {
  return essential.has(failure) || essentialKeys.has(key)
}

function legalLevelFaults({ legalLevel = {} }: WrittenPolicy): readonly PolicyFault[] {
  return (['signature', 'seal', 'unknown'] as const).flatMap((purpose) => {
    const { accepted = [], withWarning = [] } = legalLevel[purpose] ?? {}
    return [...accepted, ...withWarning].flatMap((level) => {
      const place = `legalLevel.${purpose}`
      const faults: PolicyFault[] = []
      if (purposeOf(level) !== purpose) faults.push({ place, sentence: `${level} is a level for ${purposeOf(level)}; write it there.` })
      if (accepted.includes(level) && withWarning.includes(level))
        faults.push({ place, sentence: `${level} is accepted both with and without a warning; remove one of the two.` })
      return faults
    })
  })
}

function constraintFaults({ revocationDelay }: WrittenConstraints = {}, place: string): readonly PolicyFault[] {
  const { warning, max } = revocationDelay ?? { warning: 'PT0S', max: null }
  if (max === null || durationOf(warning) <= durationOf(max)) return []
  return [{ place: `${place}.revocationDelay.warning`, sentence: `it is longer than "max" (${max}); write a shorter one.` }]
}

function algorithmFaults(algorithms: WrittenAlgorithms = {}, place: string): readonly PolicyFault[] {
  return [
    ...setFaults(algorithms, place),
    ...Object.entries(algorithms.usages ?? {}).flatMap(([usage, set]) => setFaults(set, `${place}.usages.${usage}`)),
  ]
}

function setFaults({ digests = {}, keys = {} }: WrittenAlgorithmSet, place: string): readonly PolicyFault[] {
  return [
    ...Object.entries(digests).flatMap(([name, digest]) => (digest === null ? [] : dayFaults(digest, `${place}.digests.${name}`))),
    ...Object.entries(keys).flatMap(([name, sizes]) => (sizes === null ? [] : sizeFaults(sizes, `${place}.keys.${name}`))),
  ]
}

function dayFaults({ until, weakSince }: WrittenAlgorithm, place: string): readonly PolicyFault[] {
  const faults = [...missingDay(until, `${place}.until`), ...missingDay(weakSince, `${place}.weakSince`)]
  if (faults.length === 0 && until !== undefined && until !== null && weakSince !== undefined && weakSince >= until)
    return [{ place: `${place}.weakSince`, sentence: `the algorithm has ended on this day (until ${until}); write an earlier one.` }]
  return faults
}

function missingDay(day: string | null | undefined, place: string): readonly PolicyFault[] {
  if (day === undefined || day === null) return []
  return parseInstant(day) !== null ? [] : [{ place, sentence: `there is no day ${day}; write one that exists.` }]
}

/** Larger keys end at the same time or later: an end that a smaller key outlives would be no end for the larger one. */
function sizeFaults(sizes: readonly WrittenKeySize[], place: string): readonly PolicyFault[] {
  return sizes.flatMap((size, index) => {
    const here = `${place}[${index}]`
    const faults = [...dayFaults(size, here)]
    const same = sizes.findIndex(({ minimumBits }) => minimumBits === size.minimumBits)
    if (same < index)
      faults.push({
        place: `${here}.minimumBits`,
        sentence: `${size.minimumBits} stands at ${place}[${same}] as well; remove one of the two.`,
      })
    const outlives = sizes.find((other) => other.minimumBits < size.minimumBits && endOf(other) > endOf(size))
    if (outlives !== undefined)
      faults.push({
        place: `${here}.until`,
        sentence: `keys of ${outlives.minimumBits} bits are accepted longer than these larger ones; write a later day here or an earlier one there.`,
      })
    return faults
  })
}

/** Sortable text of an end; after every day when there is none. */
function endOf({ until }: WrittenAlgorithm): string {
  return until ?? '9999-99-99'
}
