import { type Instant, type Profile, parseInstant } from '#model'
import { deepFreeze } from '#std'
import {
  type AcceptedAlgorithm,
  type AcceptedKeySize,
  type AlgorithmConstraints,
  type AlgorithmUsage,
  constraintsOf,
  type LegalLevelConstraints,
  type ProfileConstraints,
  ts119312,
  type ValidationPolicy,
  validationPolicies,
} from '#validation/policy'
import { profiles, usages } from './policy-schema.js'
import type {
  CatalogueName,
  WrittenAlgorithm,
  WrittenAlgorithmSet,
  WrittenAlgorithms,
  WrittenConstraints,
  WrittenKeySize,
  WrittenPolicy,
} from './written-policy.js'

const catalogues: Readonly<Record<CatalogueName, AlgorithmConstraints>> = deepFreeze({ 'TS 119 312 V1.5.1': constraintsOf(ts119312) })

/** The policy that a file describes: its basis with what the file changes. The file has no fault. */
export function applyPolicy(written: WrittenPolicy): ValidationPolicy {
  const basis = validationPolicies[written.basis]
  return deepFreeze({
    name: written.name,
    legalLevel: legalLevelOf(basis.legalLevel, written.legalLevel),
    levels: { ...basis.levels, ...withoutWholeCheck(basis, written), ...written.levels },
    outcomes: basis.outcomes,
    profiles: Object.fromEntries(profiles.map((profile) => [profile, profileOf(basis, written, profile)])) as Record<
      Profile,
      ProfileConstraints
    >,
  })
}

/** A policy with legal levels of its own requires them, as POLv4 does; the check of POLv2 for qualified levels alone does not decide beside it. */
function withoutWholeCheck(basis: ValidationPolicy, { legalLevel }: WrittenPolicy): ValidationPolicy['levels'] {
  return legalLevel === undefined || basis.legalLevel.check !== 'signature-level-qualified' ? {} : { 'signature-level-qualified': 'inform' }
}

function legalLevelOf(basis: LegalLevelConstraints, written: WrittenPolicy['legalLevel']): LegalLevelConstraints {
  if (written === undefined) return basis
  const levels = { ...basis.levels }
  for (const purpose of ['signature', 'seal', 'unknown'] as const) {
    const given = written[purpose]
    if (given !== undefined) levels[purpose] = { accepted: given.accepted, withWarning: given.withWarning ?? [] }
  }
  return { ...basis, check: 'signature-level-sufficient', levels }
}

function profileOf(basis: ValidationPolicy, written: WrittenPolicy, profile: Profile): ProfileConstraints {
  const own = written.profiles?.[profile]
  const start = basis.profiles[profile]
  const common = withConstraints(start, written.constraints)
  const constrained = withConstraints(common, own?.constraints)
  const algorithms = withAlgorithms(withAlgorithms(start.algorithms, written.algorithms), own?.algorithms)
  // A level of the file for all kinds of documents takes precedence over that of the basis for this kind.
  return { ...constrained, algorithms, levels: { ...start.levels, ...written.levels, ...own?.levels } }
}

function withConstraints(start: ProfileConstraints, written: WrittenConstraints = {}): ProfileConstraints {
  const {
    algorithmsJudgedAt,
    revocationDelay,
    maxRevocationAge,
    maxTimeStampDelay,
    oldRevocationStateWarning,
    maxClockDifference,
    ...plain
  } = written
  return {
    ...start,
    ...plain,
    ...(algorithmsJudgedAt === undefined ? {} : { algorithmsJudgedAt: { ...start.algorithmsJudgedAt, ...algorithmsJudgedAt } }),
    ...(revocationDelay === undefined ? {} : { revocationDelay: delayOf(revocationDelay) }),
    ...(maxRevocationAge === undefined ? {} : { maxRevocationAge: durationOrNull(maxRevocationAge) }),
    ...(maxTimeStampDelay === undefined ? {} : { maxTimeStampDelay: durationOrNull(maxTimeStampDelay) }),
    ...(oldRevocationStateWarning === undefined ? {} : { oldRevocationStateWarning: durationOf(oldRevocationStateWarning) }),
    ...(maxClockDifference === undefined ? {} : { maxClockDifference: durationOf(maxClockDifference) }),
  }
}

function delayOf(written: NonNullable<WrittenConstraints['revocationDelay']> | null): ProfileConstraints['revocationDelay'] {
  if (written === null) return null
  return { warning: durationOf(written.warning), inclusive: written.inclusive ?? false, max: durationOrNull(written.max) }
}

function withAlgorithms(start: ProfileConstraints['algorithms'], written: WrittenAlgorithms | undefined): ProfileConstraints['algorithms'] {
  if (written === undefined) return start
  const changed = usages.map((usage): [AlgorithmUsage, AlgorithmConstraints] => {
    const from = written.catalogue === undefined ? start[usage] : catalogues[written.catalogue]
    return [usage, withSet(withSet(from, written), written.usages?.[usage])]
  })
  return Object.fromEntries(changed) as Record<AlgorithmUsage, AlgorithmConstraints>
}

function withSet(start: AlgorithmConstraints, written: WrittenAlgorithmSet = {}): AlgorithmConstraints {
  return { digests: changed(start.digests, written.digests, acceptedOf), keys: changed(start.keys, written.keys, sizesOf) }
}

/** The entries with those that are written; null removes one. */
function changed<Name extends string, From, To>(
  start: Readonly<Partial<Record<Name, To>>>,
  written: Readonly<Partial<Record<Name, From | null>>> | undefined,
  read: (written: From) => To,
): Readonly<Partial<Record<Name, To>>> {
  const entries = new Map(Object.entries(start) as [Name, To][])
  for (const [name, value] of Object.entries(written ?? {}) as [Name, From | null][]) {
    if (value === null) entries.delete(name)
    else entries.set(name, read(value))
  }
  return Object.fromEntries(entries) as Partial<Record<Name, To>>
}

function acceptedOf({ until = null, weakSince }: WrittenAlgorithm): AcceptedAlgorithm {
  return { until: dayOf(until), ...(weakSince === undefined ? {} : { weakSince }) }
}

function sizesOf(sizes: readonly WrittenKeySize[]): readonly AcceptedKeySize[] {
  return sizes.map((size) => ({ minimumBits: size.minimumBits, ...acceptedOf(size) })).toSorted((a, b) => a.minimumBits - b.minimumBits)
}

function dayOf(text: string | null): Instant | null {
  return text === null ? null : parseInstant(text)
}

function durationOrNull(text: string | null): number | null {
  return text === null ? null : durationOf(text)
}

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds. */
export function durationOf(text: string): number {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text) ?? []
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
