import type { CheckResult, Instant, Profile, ProfileFacts } from '#model'
import type { Evaluation } from './evaluation.js'
import { checkPdfChanges } from './pdf/changes.js'
import { StructureFindings } from './structure-findings.js'
import { checkXroad } from './xroad/checks.js'

/** Checks that only one syntax or one kind of document has, by the block of EN 319 102-1 that they are appended to. */
export interface OwnChecks {
  readonly formatChecking?: readonly CheckResult[]
  readonly identification?: readonly CheckResult[]
  readonly context?: readonly CheckResult[]
  readonly cryptographicVerification?: readonly CheckResult[]
  /** At the time at which algorithms must be acceptable; the others do not depend on a time. */
  readonly acceptance?: (time: Instant) => readonly CheckResult[]
}

/** Makes the checks of a syntax. They take from `findings` the structure findings that they evaluate. */
export type SyntaxChecks = (findings: StructureFindings) => OwnChecks

type ProfileOf<P extends Profile> = Extract<ProfileFacts, { readonly name: P }>

const none = (): OwnChecks => ({})

/** Functions that make the checks of each kind of document. A new profile adds a line. */
const profileChecks: { readonly [P in Profile]: (evaluation: Evaluation, profile: ProfileOf<P>) => OwnChecks } = {
  'asic-e': none,
  'asic-s': none,
  cades: none,
  xades: none,
  ddoc: none,
  pdf: (evaluation, profile) => ({ formatChecking: checkPdfChanges(evaluation, profile) }),
  xroad: checkXroad,
}

function checksOfProfile(evaluation: Evaluation): OwnChecks {
  return checksOf(evaluation, evaluation.facts.profile)
}

function checksOf<P extends Profile>(evaluation: Evaluation, profile: ProfileOf<P> & { readonly name: P }): OwnChecks {
  return profileChecks[profile.name](evaluation, profile)
}

/** The own checks of one signature: those of its syntax and those of its kind of document. */
export interface AddedChecks {
  readonly findings: StructureFindings
  readonly syntax: OwnChecks
  readonly profile: OwnChecks
}

/** Makes the own checks of a signature. Those of the syntax take the structure findings that they evaluate. */
export function beginAddedChecks(evaluation: Evaluation, syntaxChecks: SyntaxChecks): AddedChecks {
  const findings = new StructureFindings(evaluation.facts.structure)
  return { findings, syntax: syntaxChecks(findings), profile: checksOfProfile(evaluation) }
}

/** The own checks that are appended to a block, those of the syntax first. */
export function addedTo(block: Exclude<keyof OwnChecks, 'acceptance'>, { syntax, profile }: AddedChecks): readonly CheckResult[] {
  return [...(syntax[block] ?? []), ...(profile[block] ?? [])]
}

/** The own checks that are appended to signature acceptance at a time, those of the syntax first. */
export function addedToAcceptance({ syntax, profile }: AddedChecks, time: Instant): readonly CheckResult[] {
  return [...(syntax.acceptance?.(time) ?? []), ...(profile.acceptance?.(time) ?? [])]
}
