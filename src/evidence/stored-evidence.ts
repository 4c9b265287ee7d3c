/** Names of the entries of the ZIP. */
export const entries = { verdict: 'verdict.json', report: 'report.json', trust: 'trust.json', policy: 'policy.json' } as const

/** The version of the format. */
export const format = 'allkiri evidence 1'

/** The entry `verdict.json`: what was validated, when and by what, and the SHA-256 of each other entry. */
export interface VerdictEntry {
  readonly format: typeof format
  readonly validator: string
  readonly document: { readonly name: string; readonly type: string; readonly digest: string }
  readonly policy: string
  readonly validationTime: string
  /** SHA-256 of the whole trust snapshot of the machine that made the verdict. */
  readonly trustSnapshot: string
  /** SHA-256 by entry, lower-case hex. */
  readonly entries: Readonly<Record<string, string>>
}
