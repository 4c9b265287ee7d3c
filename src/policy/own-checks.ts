import type { CheckResult, Profile, ProfileFacts, Syntax, SyntaxFacts } from '#model'
import { checkCmsAttributes } from './cms-checks.js'
import type { Evaluation } from './evaluation.js'
import { checkPdfChanges } from './pdf/changes.js'

type SyntaxOf<S extends Syntax> = Extract<SyntaxFacts, { readonly name: S }>
type ProfileOf<P extends Profile> = Extract<ProfileFacts, { readonly name: P }>

const none = (): readonly CheckResult[] => []

/** Signed properties that a syntax demands, asked where signatures are accepted (EN 319 102-1, 5.2.8). A new syntax adds its line. */
const acceptanceChecks: { readonly [S in Syntax]: (evaluation: Evaluation, syntax: SyntaxOf<S>) => readonly CheckResult[] } = {
  xades: none,
  ddoc: none,
  cms: checkCmsAttributes,
}

/** What only a kind of document is asked, where its format is checked (EN 319 102-1, 5.2.2). A new profile adds its line. */
const profileChecks: { readonly [P in Profile]: (evaluation: Evaluation, profile: ProfileOf<P>) => readonly CheckResult[] } = {
  'asic-e': none,
  ddoc: none,
  pdf: checkPdfChanges,
}

export function checkSyntaxAcceptance(evaluation: Evaluation): readonly CheckResult[] {
  return acceptanceOf(evaluation, evaluation.facts.syntax)
}

export function checkProfileFormat(evaluation: Evaluation): readonly CheckResult[] {
  return formatOf(evaluation, evaluation.facts.profile)
}

function acceptanceOf<S extends Syntax>(evaluation: Evaluation, syntax: SyntaxOf<S> & { readonly name: S }): readonly CheckResult[] {
  return acceptanceChecks[syntax.name](evaluation, syntax)
}

function formatOf<P extends Profile>(evaluation: Evaluation, profile: ProfileOf<P> & { readonly name: P }): readonly CheckResult[] {
  return profileChecks[profile.name](evaluation, profile)
}
