import type { DocumentReport, EndReason, Provable, ProvableState, SignatureReport, TokenReport } from '#model'
import { provableCause, writeInstant } from '#validation/report'
import { leavingOut } from '../left-out.js'

/** Until when one signature is provable. */
interface SignatureForecast {
  readonly state: ProvableState | 'unreadable'
  /** The first moment at which it is no longer provable; empty unless the state is `until` or `ended`. */
  readonly until: string
  /** What ends, in a few words; empty when nothing does. */
  readonly reason: string
  /** What ends, as one sentence. */
  readonly cause: string
  /** What extends the chain of proofs before it ends; empty when nothing can. */
  readonly extension: NonNullable<Provable['extension']> | ''
}

/** Until when a document is provable: as long as the first of its signatures and time-stamp tokens that ends. */
export interface Forecast extends Pick<SignatureForecast, 'until' | 'reason' | 'extension'> {
  readonly policy: string
  readonly validationTime: string
  readonly state: SignatureForecast['state'] | 'no-signatures'
  readonly signatures: readonly SignatureForecast[]
  /** Of the container itself (ASiC-S); those of signatures are parts of their chains. */
  readonly timeStampTokens: readonly SignatureForecast[]
}

type Used = 'policy' | 'validationTime' | 'signatures' | 'timeStampTokens'

/** Members of the report that say nothing about how long its signatures are provable. */
export const leftOutOfReport = leavingOut<DocumentReport, Used>()(['document', 'ownPolicy', 'trust', 'findings', 'filesLeftOut', 'nested'])

/** The worst first: a document is what the worst of its signatures is. */
const order: readonly SignatureForecast['state'][] = ['unreadable', 'not-passing', 'never', 'ended', 'until', 'without-end']

export function writeForecast({ policy, validationTime, signatures, timeStampTokens }: Pick<DocumentReport, Used>): Forecast {
  const written = signatures.map(forecastOf)
  const tokens = timeStampTokens.map(forecastOf)
  const worst = [...written, ...tokens].toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (a.until < b.until ? -1 : a.until > b.until ? 1 : 0),
  )[0]
  const { state, until, reason, extension } = worst ?? { state: 'no-signatures' as const, until: '', reason: '', extension: '' as const }
  return {
    policy,
    validationTime: writeInstant(validationTime),
    state,
    until,
    reason,
    extension,
    signatures: written,
    timeStampTokens: tokens,
  }
}

function forecastOf({ provable }: Pick<SignatureReport | TokenReport, 'provable'>): SignatureForecast {
  if (provable === null) return { state: 'unreadable', until: '', reason: '', cause: '', extension: '' }
  const { state, until, reason, extension } = provable
  return {
    state,
    until: writeInstant(until),
    reason: reason === null ? '' : reasonInWords(reason),
    cause: provableCause(provable) ?? '',
    extension: extension ?? '',
  }
}

function reasonInWords(reason: EndReason): string {
  switch (reason.kind) {
    case 'algorithm':
      return reason.algorithm === null ? 'algorithm' : `algorithm ${reason.algorithm}`
    case 'certificate':
      return 'certificate of a time-stamping unit'
    case 'other':
      return 'other'
  }
}
