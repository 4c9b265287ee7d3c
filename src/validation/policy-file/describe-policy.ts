import { type FindingKey, type Instant, type Profile, register } from '#model'
import type { AcceptedAlgorithm, AlgorithmConstraints, ProfileConstraints, ValidationPolicy } from '#validation/policy'
import { profiles, usages } from './policy-schema.js'

/** One constraint of a policy in words. */
export interface DescribedConstraint {
  /** The kind of document; null: every one. */
  readonly profile: Profile | null
  /** The member as a policy file names it, such as `algorithms.signature.keys.RSA`. */
  readonly place: string
  readonly value: string
  readonly clause: string
}

/** A constraint in which two policies differ. A value is null where a policy has none at this place. */
export interface PolicyDifference extends Omit<DescribedConstraint, 'value'> {
  readonly first: string | null
  readonly second: string | null
}

const clauses: Readonly<Record<keyof ProfileConstraints, string>> = {
  signatureLevels: 'EN 319 102-1 5.2.2, EN 319 132-1 6',
  levels: 'EN 319 102-1 5.1.4',
  algorithms: 'TS 119 312',
  algorithmsJudgedAt: 'EN 319 102-1 5.5, 5.6',
  knownSignaturePolicies: 'EN 319 102-1 5.2.4',
  keyUsages: 'EN 319 102-1 5.2.6, RFC 5280 4.2.1.3',
  revocationSources: 'EN 319 102-1 5.2.6.4, BDOC 2.1 6',
  revocationDelay: 'BDOC 2.1 6.2',
  listedUnitsOnly: 'EN 319 102-1 5.4, TS 119 612 5.5.3',
  timeStampServices: 'TS 119 612 5.5.1',
  timeStampUnitExpiry: 'EN 319 102-1 5.4, 5.6.2.4',
  requiredTimeStamps: 'EN 319 102-1 5.4',
  unsignedFiles: 'BDOC 2.1 8',
  maxRevocationAge: 'EN 319 102-1 5.2.5',
  nextUpdateBinds: 'EN 319 102-1 5.2.5, RFC 6960 2.4',
  maxTimeStampDelay: 'EN 319 102-1 5.5.4',
  oldRevocationStateWarning: 'EN 319 102-1 5.2.5',
  maxClockDifference: 'EN 319 102-1 5.4, RFC 3161 2.4.2',
}

/** Every constraint of a policy with its clause: those of all kinds of documents once, then those in which a kind differs. */
export function describePolicy(policy: ValidationPolicy): readonly DescribedConstraint[] {
  const byProfile = profiles.map((profile) => new Map(ofProfile(policy, profile).map((each) => [each.place, each])))
  const places = [...new Set(byProfile.flatMap((described) => [...described.keys()]))]
  const described = places.flatMap((place): readonly DescribedConstraint[] => {
    const found = byProfile.map((each) => each.get(place))
    const [first] = found
    if (first !== undefined && found.every((each) => each?.value === first.value)) return [first]
    return profiles.flatMap((profile, index) => {
      const each = found[index]
      return each === undefined ? [] : [{ ...each, profile }]
    })
  })
  return [...legalLevelsOf(policy), ...described]
}

/** The constraints in which two policies differ, in the order of the first. */
export function comparePolicies(first: ValidationPolicy, second: ValidationPolicy): readonly PolicyDifference[] {
  const compared: PolicyDifference[] = differencesBetween(legalLevelsOf(first), legalLevelsOf(second)).map((each) => each)
  const byProfile = profiles.map((profile) => differencesBetween(ofProfile(first, profile), ofProfile(second, profile)))
  const places = [...new Set(byProfile.flatMap((differences) => differences.map(({ place }) => place)))]
  for (const place of places) {
    const found = byProfile.map((differences) => differences.find((each) => each.place === place))
    const [one] = found
    if (one !== undefined && found.every((each) => each?.first === one.first && each.second === one.second)) compared.push(one)
    else for (const [index, each] of found.entries()) if (each !== undefined) compared.push({ ...each, profile: profiles[index] ?? null })
  }
  return compared
}

function differencesBetween(first: readonly DescribedConstraint[], second: readonly DescribedConstraint[]): readonly PolicyDifference[] {
  const ofFirst = new Map(first.map((each) => [each.place, each]))
  const ofSecond = new Map(second.map((each) => [each.place, each]))
  return [...new Set([...ofFirst.keys(), ...ofSecond.keys()])].flatMap((place) => {
    const [a, b] = [ofFirst.get(place), ofSecond.get(place)]
    if (a?.value === b?.value) return []
    return [{ profile: null, place, clause: a?.clause ?? b?.clause ?? '', first: a?.value ?? null, second: b?.value ?? null }]
  })
}

function legalLevelsOf({ legalLevel }: ValidationPolicy): readonly DescribedConstraint[] {
  const clause = 'TS 119 172-4 4.4'
  const { check, levels, ddoc } = legalLevel
  return [
    ...(['signature', 'seal', 'unknown'] as const).map((purpose) => {
      const { accepted, withWarning } = levels[purpose]
      const warned = withWarning.length === 0 ? '' : `; with a warning: ${withWarning.join(', ')}`
      return { profile: null, place: `legalLevel.${purpose}`, value: `${listed(accepted)}${warned}`, clause }
    }),
    { profile: null, place: 'legalLevel.check', value: check, clause },
    { profile: null, place: 'legalLevel.ddoc', value: `${ddoc.keyUsage} from ${ddoc.organizations.join(' or ')}`, clause },
  ]
}

function ofProfile(policy: ValidationPolicy, profile: Profile): readonly DescribedConstraint[] {
  const constraints = policy.profiles[profile]
  const { levels: ofProfile, algorithms, ...parameters } = constraints
  const levels: ValidationPolicy['levels'] = { ...policy.levels, ...ofProfile }
  const plain = Object.entries(parameters) as [Exclude<keyof ProfileConstraints, 'levels' | 'algorithms'>, unknown][]
  return [
    ...plain.map(([name, value]) => ({ profile: null, place: `constraints.${name}`, value: inWords(name, value), clause: clauses[name] })),
    ...usages.flatMap((usage) => algorithmsOf(algorithms[usage], `algorithms.${usage}`)),
    ...(Object.keys(register) as FindingKey[]).map((key) => {
      const outcome = policy.outcomes[key] ?? register[key].onFailure
      const level = levels[key] ?? register[key].level
      return {
        profile: null,
        place: `levels.${key}`,
        value: level === 'fail' ? `fail: ${outcome.indication} ${outcome.subIndication}` : level,
        clause: register[key].clause,
      }
    }),
  ]
}

function algorithmsOf({ digests, keys }: AlgorithmConstraints, place: string): readonly DescribedConstraint[] {
  const clause = clauses.algorithms
  return [
    ...Object.entries(digests).map(([name, accepted]) => ({
      profile: null,
      place: `${place}.digests.${name}`,
      value: endOf(accepted),
      clause,
    })),
    ...Object.entries(keys).map(([name, sizes]) => ({
      profile: null,
      place: `${place}.keys.${name}`,
      value: sizes.map((size) => `from ${size.minimumBits} bits ${endOf(size)}`).join('; '),
      clause,
    })),
  ]
}

function endOf({ until, weakSince }: AcceptedAlgorithm): string {
  const end = until === null ? 'accepted without end' : `accepted before ${dayOf(until)}`
  return weakSince === undefined ? end : `${end}, with a warning (weak since ${weakSince})`
}

function dayOf(instant: Instant): string {
  return new Date(instant).toISOString().slice(0, 10)
}

const durations: readonly string[] = [
  'maxRevocationAge',
  'maxTimeStampDelay',
  'oldRevocationStateWarning',
  'maxClockDifference',
] satisfies readonly (keyof ProfileConstraints)[]

function inWords(name: string, value: unknown): string {
  if (value === null) return 'no limit'
  if (typeof value === 'number') return durations.includes(name) ? durationInWords(value) : String(value)
  if (Array.isArray(value)) return listed(value.map(String))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (typeof value !== 'object') throw new TypeError(`${name} is of a kind that has no words`)
  return Object.entries(value as Readonly<Record<string, unknown>>)
    .map(([member, each]) => `${member} ${typeof each === 'number' ? durationInWords(each) : inWords(member, each)}`)
    .join(', ')
}

function listed(values: readonly string[]): string {
  return values.length === 0 ? 'none' : values.join(', ')
}

function durationInWords(milliseconds: number): string {
  const units = [
    [24 * 3_600_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ] as const
  const [size, unit] = units.find(([each]) => milliseconds >= each && milliseconds % each === 0) ?? [1000, 's']
  return `${milliseconds / size} ${unit}`
}
