import type { CheckResult, Instant, Provable, Verdict } from '#model'
import { concludeTokens, type TokenEvidence, type ValidationPolicy } from '#validation/policy'
import { type ChainEvidence, lastsUntil } from './chain.js'
import { judgedBy, notPassing } from './with-ends.js'

/** Until when the time-stamp tokens of a container prove their times, each by its number. A later token keeps an earlier one that it covers. Pure. */
export class TokensUntil {
  readonly #tokens: readonly TokenEvidence[]
  readonly #evidence: ChainEvidence
  readonly #judged: ReturnType<typeof judgedBy>
  readonly #findings: readonly CheckResult[]
  /** All tokens are concluded together, and each is asked for. */
  readonly #known = new Map<string, readonly Verdict[]>()

  /** @param findings findings about the container */
  constructor(policy: ValidationPolicy, tokens: readonly TokenEvidence[], evidence: ChainEvidence, findings: readonly CheckResult[]) {
    this.#tokens = tokens
    this.#evidence = evidence
    this.#judged = judgedBy(policy, evidence.facts.profile.name)
    this.#findings = findings
  }

  /** @param now validation time, for which the token has this indication by its policy */
  provable(index: number, { indication }: Pick<Verdict, 'indication'>, now: Instant): Provable {
    const { judged, ends } = this.#judged
    if (indication !== 'TOTAL-PASSED') return notPassing(ends)
    const conclude = (at: Instant, archivedAt: Instant | null) => this.#verdict(index, at, archivedAt)
    return lastsUntil({ evidence: this.#evidence, judged, ends, conclude, form: 'container-time-stamp' }, now)
  }

  /** Whether a token passes at a time, by the ends that count for it. */
  passesAt(index: number, time: Instant): boolean {
    return this.#verdict(index, time, null).indication === 'TOTAL-PASSED'
  }

  #verdict(index: number, time: Instant, archivedAt: Instant | null): Verdict {
    const name = `${time} ${archivedAt ?? ''}`
    const known =
      this.#known.get(name) ?? concludeTokens(this.#judged.judged, this.#tokens, this.#evidence, [], time, this.#findings, archivedAt)
    this.#known.set(name, known)
    const verdict = known[index]
    if (verdict === undefined) throw new TypeError(`there is no token ${index}`)
    return verdict
  }
}
