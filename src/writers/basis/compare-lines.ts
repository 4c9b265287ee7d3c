import { memberOf } from '#std'
import type { Basis, BasisService } from './write-basis.js'

/** What a line of `validate --json-lines` says about one signature. */
interface ComparedSignature {
  /** Indication and sub-indication: `INDETERMINATE NO_POE`. */
  readonly verdict: string
  /** Format and legal level. */
  readonly level: string
  /** Keys of the errors, in their order. */
  readonly reasons: readonly string[]
}

/** What a line of `validate --json-lines` says about a file, as far as it is compared. */
export interface ComparedLine {
  readonly file: string
  /** Code of the refusal; null when there is a report. */
  readonly error: string | null
  readonly policy: string
  readonly validationTime: string
  readonly signatures: readonly ComparedSignature[]
  /** Time-stamp tokens of the container itself; null in a line of a version that did not write them. */
  readonly timeStampTokens: readonly ComparedSignature[] | null
  /** Null in a line of a version that did not write it, and for a refusal. */
  readonly basis: Basis | null
}

/** Closed list of the kinds of causes. `unknown`: the earlier line does not say enough. */
export type ChangeKind =
  | 'file-changed'
  | 'file-new'
  | 'file-not-read'
  | 'policy'
  | 'list-changed'
  | 'algorithm-ended'
  | 'certificate-ended'
  | 'release'
  | 'trust-changed'
  | 'unknown'

interface ChangeCause {
  readonly kind: ChangeKind
  /** One sentence. */
  readonly text: string
}

/** What of a line is compared. */
export type Verdicts = Pick<ComparedLine, 'error' | 'signatures' | 'timeStampTokens'>

export interface Change {
  readonly file: string
  /** Verdicts, levels and reasons of the signatures; null when the earlier run did not have the file. */
  readonly before: Verdicts | null
  readonly now: Verdicts
  readonly causes: readonly [ChangeCause, ...ChangeCause[]]
}

/** Reads an object of `--json-lines`; null for any other value. Members of unknown versions are ignored. */
export function comparedLine(value: unknown): ComparedLine | null {
  const file = memberOf(value, 'file')
  if (typeof file !== 'string') return null
  const report = memberOf(value, 'report')
  const code = memberOf(memberOf(value, 'error'), 'code')
  const signatures = memberOf(report, 'signatures')
  const basis = memberOf(value, 'basis')
  const tokens = memberOf(basis, 'timeStampTokens')
  return {
    file,
    error: typeof code === 'string' ? code : null,
    policy: textAt(memberOf(report, 'policy'), 'policyName'),
    validationTime: textAt(report, 'validationTime'),
    signatures: Array.isArray(signatures) ? signatures.map(comparedSignature) : [],
    timeStampTokens: Array.isArray(tokens) ? tokens.map(comparedToken) : null,
    basis: basisIn(basis),
  }
}

/** Null for a line without a basis, or of another form: its file is then compared without causes. */
function basisIn(value: unknown): Basis | null {
  const [lists, signatures] = [memberOf(value, 'lists'), memberOf(value, 'signatures')]
  const document = textAt(value, 'document')
  if (document === '' || !Array.isArray(lists) || !Array.isArray(signatures)) return null
  return {
    validator: textAt(value, 'validator'),
    document,
    trust: textAt(value, 'trust'),
    lists: lists.map((list) => {
      const number = memberOf(list, 'number')
      return { id: textAt(list, 'id'), number: typeof number === 'number' ? number : null, digest: textAt(list, 'digest') }
    }),
    signatures: signatures.map(basisOfVerdict),
    timeStampTokens: arrayAt(value, 'timeStampTokens').map((token) => ({
      file: textAt(token, 'file'),
      verdict: textAt(token, 'verdict'),
      level: textAt(token, 'level'),
      ...basisOfVerdict(token),
    })),
  }
}

function basisOfVerdict(value: unknown): Basis['signatures'][number] {
  return {
    services: arrayAt(value, 'services').map((each) => ({
      name: textAt(each, 'name'),
      source: textAt(each, 'source'),
      standing: textAt(each, 'standing'),
    })),
    failed: arrayAt(value, 'failed').map((each) => ({ key: textAt(each, 'key'), end: textAt(each, 'end') })),
  }
}

function arrayAt(value: unknown, member: string): readonly unknown[] {
  const found = memberOf(value, member)
  return Array.isArray(found) ? found : []
}

function comparedSignature(value: unknown): ComparedSignature {
  const errors = memberOf(value, 'errors')
  return {
    verdict: `${textAt(value, 'indication')} ${textAt(value, 'subIndication')}`.trim(),
    level: `${textAt(value, 'signatureFormat')} ${textAt(value, 'signatureLevel')}`.trim(),
    reasons: Array.isArray(errors) ? errors.map((error) => textAt(error, 'key')) : [],
  }
}

function comparedToken(value: unknown): ComparedSignature {
  return {
    verdict: textAt(value, 'verdict'),
    level: textAt(value, 'level'),
    reasons: arrayAt(value, 'failed').map((each) => textAt(each, 'key')),
  }
}

function textAt(value: unknown, member: string): string {
  const found = memberOf(value, member)
  return typeof found === 'string' ? found : ''
}

/**
 * The change of a file between two runs; null when verdicts, levels and reasons are the same.
 *
 * @param before null when the earlier run did not have the file
 * @param explained what the changelog says of changed verdicts, by the key of a check
 */
export function compareLines(before: ComparedLine | null, now: ComparedLine, explained: (key: string) => string | null): Change | null {
  const change = { file: now.file, now: verdictsIn(now) }
  if (before === null) return { ...change, before: null, causes: [{ kind: 'file-new', text: 'The earlier run did not have this file.' }] }
  // A line of a version that did not write tokens says nothing about them.
  const comparable = before.timeStampTokens === null ? { ...now, timeStampTokens: null } : now
  if (verdictsOf(before) === verdictsOf(comparable)) return null
  const [first, ...others] = causesOf(before, now, explained)
  return {
    ...change,
    before: verdictsIn(before),
    causes:
      first === undefined
        ? [{ kind: 'unknown', text: 'The line of the earlier run does not say what its verdict rested on.' }]
        : [first, ...others],
  }
}

function verdictsIn({ error, signatures, timeStampTokens }: Verdicts): Verdicts {
  return { error, signatures, timeStampTokens }
}

/** The compared members as one text, by which lines can be told apart without keeping them. A line without tokens has the text of one that says nothing of them. */
export function verdictsOf({ error, signatures, timeStampTokens }: Verdicts): string {
  return JSON.stringify(
    timeStampTokens === null || timeStampTokens.length === 0 ? [error, signatures] : [error, signatures, timeStampTokens],
  )
}

/** The most certain first. A change of the document explains everything, so nothing else is named beside it. */
function causesOf(before: ComparedLine, now: ComparedLine, explained: (key: string) => string | null): readonly ChangeCause[] {
  if (before.basis !== null && now.basis !== null && before.basis.document !== now.basis.document)
    return [
      { kind: 'file-changed', text: `The file is another one: its SHA-256 was ${before.basis.document} and is ${now.basis.document}.` },
    ]
  if ((before.error === null) !== (now.error === null)) {
    const text =
      now.error === null ? `The file could not be read before (${before.error ?? ''}).` : `The file cannot be read now (${now.error}).`
    return [{ kind: 'file-not-read', text }]
  }
  if (before.policy !== now.policy) return [{ kind: 'policy', text: `The policy was ${before.policy} and is ${now.policy}.` }]
  if (before.basis === null || now.basis === null) return []
  const causes = [...listCauses(before.basis, now.basis), ...endCauses(before, now)]
  if (causes.length > 0) return causes
  return releaseCauses(before, now, explained)
}

/** Services that a signature depended on and that its list now has otherwise, or not at all. */
function listCauses(before: Basis, now: Basis): readonly ChangeCause[] {
  const later = new Map(servicesIn(now).map((each) => [nameOf(each), each]))
  const earlier = new Map(servicesIn(before).map((each) => [nameOf(each), each]))
  const number = (basis: Basis, source: string) => basis.lists.find(({ id }) => id === source)?.number ?? null
  const listOf = (source: string) => {
    const [from, to] = [number(before, source), number(now, source)]
    // Settings have no number.
    return from === null && to === null
      ? `The trust of ${source} has changed`
      : `The list ${source} has changed (number ${from ?? '–'} to ${to ?? '–'})`
  }
  const changed = [...earlier.values()].flatMap((each): readonly ChangeCause[] => {
    const found = later.get(nameOf(each))
    if (found?.standing === each.standing) return []
    const what =
      found === undefined
        ? `no longer stands behind this document; it was ${each.standing}`
        : `is ${found.standing}; it was ${each.standing}`
    return [{ kind: 'list-changed', text: `${listOf(each.source)}: the service ${each.name} ${what}.` }]
  })
  const added = [...later.values()].filter((each) => !earlier.has(nameOf(each)))
  return [
    ...changed,
    ...added.map(
      ({ source, name, standing }): ChangeCause => ({
        kind: 'list-changed',
        text: `The list ${source} now has the service ${name} behind this document, ${standing}.`,
      }),
    ),
  ]
}

function servicesIn({ signatures, timeStampTokens }: Basis): readonly BasisService[] {
  return [...signatures, ...timeStampTokens].flatMap(({ services }) => services)
}

function nameOf({ source, name }: BasisService): string {
  return `${source} ${name}`
}

/** Ends of algorithms and certificates between the two validation times, of checks that fail now. */
function endCauses(before: ComparedLine, now: ComparedLine): readonly ChangeCause[] {
  const failed = now.basis === null ? [] : [...now.basis.signatures, ...now.basis.timeStampTokens].flatMap((each) => each.failed)
  const between = failed.filter(({ end }) => end !== '' && end > before.validationTime && end <= now.validationTime)
  const causes = between.map(
    ({ key, end }): ChangeCause =>
      key.endsWith('algorithm-acceptable')
        ? { kind: 'algorithm-ended', text: `An algorithm ended on ${end} (${key}).` }
        : { kind: 'certificate-ended', text: `The life of a certificate ended on ${end} (${key}).` },
  )
  return [...new Map(causes.map((cause) => [cause.text, cause])).values()]
}

/** Nothing of the document, its services or its time explains the change: a rule of a release does, or another part of the trust. */
function releaseCauses(before: ComparedLine, now: ComparedLine, explained: (key: string) => string | null): readonly ChangeCause[] {
  const [earlier, later] = [before, now].map(
    ({ signatures, timeStampTokens }) => new Set([...signatures, ...(timeStampTokens ?? [])].flatMap(({ reasons }) => reasons)),
  )
  const keys = [...new Set([...(earlier ?? []), ...(later ?? [])])].filter((key) => earlier?.has(key) !== later?.has(key))
  if (before.basis?.validator !== now.basis?.validator) {
    const from = `${before.basis?.validator ?? ''} to ${now.basis?.validator ?? ''}`
    const told = keys.flatMap((key) => {
      const what = explained(key)
      return what === null ? [] : [{ kind: 'release', text: `A rule of a release (${from}), ${key}: ${what}` } as const]
    })
    return told.length > 0 ? told : [{ kind: 'release', text: `A rule of a release (${from}): ${keys.join(', ')}.` }]
  }
  if (before.basis?.trust !== now.basis?.trust)
    return [{ kind: 'trust-changed', text: `The trusted lists or settings are others (${keys.join(', ')}).` }]
  return []
}
