import { type DocumentReport, formatInstant, type SubIndication, type TimeStampLevel, type TokenReport, type Verdict } from '#model'
import { type Siva3Certificate, withIssuers } from './certificates.js'
import { type Content, contentOf, contentsOf } from './messages.js'
import { listOrNull, type NonEmpty, type Present, present } from './present.js'
import { type Siva3Scope, scopeOf } from './scopes.js'
import { nameOf } from './subject.js'

/** The verdict on a token. One that has not passed always has an error. */
type TokenVerdict =
  | { readonly indication: 'TOTAL-PASSED'; readonly error?: never; readonly errors?: never; readonly subIndication?: never }
  | {
      readonly indication: 'TOTAL-FAILED'
      /** The same list as `errors`, under the name of earlier versions. */
      readonly error: NonEmpty<Content>
      readonly errors: NonEmpty<Content>
      readonly subIndication?: SubIndication
    }

/** A time-stamp token of an ASiC-S container. */
export type Siva3Token = TokenVerdict &
  Present<{
    readonly certificates: NonEmpty<Siva3Certificate> | null
    readonly signedBy: string | null
    readonly signedTime: string
    readonly timestampLevel: 'QTSA' | 'TSA' | 'NA'
    readonly timestampScopes: NonEmpty<Siva3Scope> | null
    readonly warning: NonEmpty<Content> | null
    readonly warnings: NonEmpty<Content> | null
  }>

export function writeToken(token: TokenReport, { size }: DocumentReport['document'], strict: boolean): Siva3Token {
  const { unit, facts, scopes } = token
  const warnings = listOrNull(contentsOf(token.warnings, strict))
  return {
    ...verdictOf(token, strict),
    ...present({
      certificates: unit === null ? null : ([{ ...withIssuers(unit), type: 'CONTENT_TIMESTAMP' as const }] as const),
      signedBy: unit === null ? null : nameOf(unit.certificate),
      signedTime: formatInstant(facts.genTime),
      timestampLevel: levelOf(token.level),
      timestampScopes: listOrNull(scopes.map((scope) => scopeOf(scope, 'dss', size))),
      warning: warnings,
      warnings,
    }),
  }
}

function verdictOf(verdict: Verdict, strict: boolean): TokenVerdict {
  if (verdict.indication === 'TOTAL-PASSED') return { indication: 'TOTAL-PASSED' }
  const [first, ...others] = verdict.errors
  const errors: NonEmpty<Content> = [contentOf(first, strict), ...contentsOf(others, strict)]
  const failed = { indication: 'TOTAL-FAILED', error: errors, errors } as const
  return verdict.subIndication === null ? failed : { ...failed, subIndication: verdict.subIndication }
}

function levelOf(level: TimeStampLevel): 'QTSA' | 'TSA' | 'NA' {
  switch (level) {
    case 'qualified':
      return 'QTSA'
    case 'not-qualified':
      return 'TSA'
    case null:
      return 'NA'
  }
}
