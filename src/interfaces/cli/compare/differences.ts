import { counted } from '#writers/cli'
import type { ComparedAnswer, ComparedSignature } from './compared-answer.js'

/** Kinds of differences, the gravest first, with the words for people. `there` is the service that is compared with. */
export const differenceKinds = {
  'passes-there': 'passes there, not here',
  'passes-here': 'passes here, not there',
  'failed-there': 'failure of the other service, reported here',
  'refused-there': 'refused there, reported here',
  'refused-here': 'refused here, reported there',
  'signature-there': 'signature or time-stamp token reported there only',
  'signature-here': 'signature or time-stamp token reported here only',
  indication: 'another indication, passes on neither side',
  'sub-indication': 'another sub-indication',
  level: 'another legal level',
  format: 'another name of the format',
  form: 'another name of the form of the document',
  signer: 'another name of the signer',
  'signing-time': 'another claimed time of signing',
  'best-signature-time': 'another proven time of signing',
} as const

export type DifferenceKind = keyof typeof differenceKinds

export interface Difference {
  readonly kind: DifferenceKind
  /** The signature, as a person finds it: signer and Id; null for the whole document. */
  readonly signature: string | null
  /** Empty where a side says nothing. */
  readonly there: string
  readonly here: string
}

/** What differs between two answers about one document. Texts of messages are not compared: each service has its own. */
export function differencesOf(there: ComparedAnswer, here: ComparedAnswer): readonly Difference[] {
  if (there.kind === 'refused' || here.kind === 'refused') {
    // What neither reads, for whatever reason, has no verdict on either side.
    if (there.kind === here.kind) return []
    return [{ kind: kindOfRefusal(there), signature: null, there: summaryOf(there), here: summaryOf(here) }]
  }
  const form: readonly Difference[] =
    there.form === here.form ? [] : [{ kind: 'form', signature: null, there: there.form, here: here.form }]
  const pairs = [...pairsOf(there.signatures, here.signatures), ...pairsOf(there.tokens, here.tokens)]
  return [...pairs.flatMap(([one, other]) => betweenSignatures(one, other)), ...form]
}

function kindOfRefusal(there: ComparedAnswer): DifferenceKind {
  if (there.kind === 'report') return 'refused-here'
  return there.isFailure ? 'failed-there' : 'refused-there'
}

/** A signature as a person finds it. */
export function nameOf({ id, signedBy }: ComparedSignature): string {
  if (id === '') return signedBy === '' ? 'a signature without Id' : signedBy
  return signedBy === '' ? id : `${signedBy} (${id})`
}

/** `3 signatures, 2 pass`, with the tokens if there are any, or why a document was refused. */
function summaryOf(answer: ComparedAnswer): string {
  if (answer.kind === 'refused') return answer.problems.map(({ key, text }) => (key === null ? text : `${key}: ${text}`)).join('; ')
  const signatures = passingOf('signature', answer.signatures)
  return answer.tokens.length === 0 ? signatures : `${signatures}, ${passingOf('time-stamp token', answer.tokens)}`
}

function passingOf(what: string, all: readonly ComparedSignature[]): string {
  const passing = all.filter(passes).length
  return `${counted(all.length, what)}, ${passing} ${passing === 1 ? 'passes' : 'pass'}`
}

type Pair = readonly [there: ComparedSignature | null, here: ComparedSignature | null]

/** Pairs signatures by Id, then by signer and claimed time, then by their place: libraries make Ids of their own for PDF. */
function pairsOf(there: readonly ComparedSignature[], here: readonly ComparedSignature[]): readonly Pair[] {
  const left = new Set(here)
  const found = new Map<ComparedSignature, ComparedSignature>()
  const pairBy = (same: (one: ComparedSignature, other: ComparedSignature) => boolean) => {
    for (const one of there) {
      const other = found.has(one) ? undefined : [...left].find((candidate) => same(one, candidate))
      if (other === undefined) continue
      found.set(one, other)
      left.delete(other)
    }
  }
  pairBy((one, other) => one.id === other.id && one.signedBy === other.signedBy && one.claimedSigningTime === other.claimedSigningTime)
  pairBy((one, other) => one.id === other.id)
  pairBy((one, other) => one.signedBy === other.signedBy && one.claimedSigningTime === other.claimedSigningTime)
  pairBy((one, other) => there.indexOf(one) === here.indexOf(other))
  return [...there.map((one): Pair => [one, found.get(one) ?? null]), ...[...left].map((other): Pair => [null, other])]
}

const passes = ({ indication }: ComparedSignature): boolean => indication === 'TOTAL-PASSED'
const verdictOf = ({ indication, subIndication }: ComparedSignature): string =>
  subIndication === '' ? indication : `${indication} / ${subIndication}`

function betweenSignatures(there: ComparedSignature | null, here: ComparedSignature | null): readonly Difference[] {
  const one = here ?? there
  if (one === null) return []
  const signature = nameOf(one)
  if (there === null) return [{ kind: 'signature-here', signature, there: '', here: verdictOf(one) }]
  if (here === null) return [{ kind: 'signature-there', signature, there: verdictOf(one), here: '' }]
  const verdict = kindOfVerdict(there, here)
  const members: readonly (readonly [DifferenceKind, Exclude<keyof ComparedSignature, 'errors'>])[] = [
    ['level', 'level'],
    ['format', 'format'],
    ['signer', 'signedBy'],
    ['signing-time', 'claimedSigningTime'],
    ['best-signature-time', 'bestSignatureTime'],
  ]
  return [
    ...(verdict === null ? [] : [{ kind: verdict, signature, there: verdictOf(there), here: verdictOf(here) }]),
    ...members.flatMap(([kind, member]): Difference[] =>
      there[member] === here[member] ? [] : [{ kind, signature, there: there[member], here: here[member] }],
    ),
  ]
}

function kindOfVerdict(there: ComparedSignature, here: ComparedSignature): DifferenceKind | null {
  if (passes(there) !== passes(here)) return passes(there) ? 'passes-there' : 'passes-here'
  if (there.indication !== here.indication) return 'indication'
  return there.subIndication === here.subIndication ? null : 'sub-indication'
}
