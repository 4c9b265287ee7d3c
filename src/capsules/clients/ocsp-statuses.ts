import type { Instant } from '#model'
import { type Certificate, encodeOcspRequest, type X509Limits } from '#readers/x509'
import { BoundedCache, type CacheBounds } from '#std'
import { judgeOcspAnswer, type OcspFreshness, type OcspProblem, type OcspVerdict } from './ocsp-answer.js'

/** Sends an OCSP request to a responder. Resolves with the DER of its answer, or with a sentence about the network error; rejects only for internal errors. */
export type AskResponder = (
  address: string,
  request: Buffer,
) => Promise<{ readonly kind: 'answer'; readonly der: Uint8Array } | { readonly kind: 'failed'; readonly reason: string }>

type OcspStatus =
  | { readonly status: 'good' | 'revoked' }
  | {
      readonly status: 'unknown'
      readonly problem: OcspProblem | 'no-listed-responder' | 'no-answer' | 'too-many-questions'
      readonly detail: string
    }

export interface OcspStatusesOptions {
  /** The only hosts to which requests are sent, as `URL.host` writes them (with the port unless it is the default one). */
  readonly hosts: ReadonlySet<string>
  readonly ask: AskResponder
  readonly now: () => Instant
  readonly nonce: () => Uint8Array
  readonly freshness: OcspFreshness
  readonly limits: X509Limits
  readonly bounds: {
    /** Maximum time for which a status is cached. */
    readonly keepMilliseconds: number
    /** How long a failure to get a status is cached. */
    readonly keepFailureMilliseconds: number
    readonly kept: CacheBounds
    /** Maximum number of requests in progress for each host, so that a host which does not answer blocks only its own requests. */
    readonly maxQuestions: number
  }
}

interface Kept {
  /** When the request was sent. */
  readonly requested: Instant
  /** When the entry expires; null while the request is in progress. */
  until: Instant | null
  readonly status: Promise<OcspStatus>
}

/** Upper estimate of the memory of a `Kept` with its promise and status. */
const keptBytes = 500

/**
 * Queries the status of client certificates at the OCSP responders of their authorities. Only for certificates whose issuer has been verified: otherwise any
 * client could make the service send requests. A status is cached for a bounded time; concurrent calls for one certificate share one query.
 */
export class OcspStatuses {
  readonly #options: OcspStatusesOptions
  readonly #kept: BoundedCache<Kept>
  /** Requests in progress by host. */
  readonly #underWay = new Map<string, number>()

  constructor(options: OcspStatusesOptions) {
    this.#options = options
    this.#kept = new BoundedCache(options.bounds.kept)
  }

  /**
   * The status of a certificate. `issuer` is the authority that has signed it. An error of a responder or the network gives the status `unknown`, not a
   * rejection.
   */
  statusOf(certificate: Certificate, issuer: Certificate): Promise<OcspStatus> {
    // The key names certificate and issuer, because the status is that of this issuer's responder.
    const name = `${certificate.facts.id} ${issuer.facts.id}`
    const kept = this.#kept.get(name)
    if (kept !== null && this.#isUsable(kept)) return kept.status
    this.#kept.delete(name)
    const { address, reason } = this.#responderOf(certificate)
    if (address === null) return Promise.resolve(unknown('no-listed-responder', reason))
    const { host } = new URL(address)
    const underWay = this.#underWay.get(host) ?? 0
    if (underWay >= this.#options.bounds.maxQuestions)
      return Promise.resolve(unknown('too-many-questions', `${host}: ${underWay} questions are under way`))
    return this.#keep(name, this.#ask(address, certificate, issuer))
  }

  /** False also when the clock was set back to before the request: otherwise the entry would be used for longer than its time. */
  #isUsable({ requested, until }: Kept): boolean {
    const now = this.#options.now()
    return until === null || (requested <= now && now < until)
  }

  #keep(name: string, answer: Promise<{ readonly status: OcspStatus; readonly until: Instant }>): Promise<OcspStatus> {
    const kept: Kept = {
      requested: this.#options.now(),
      until: null,
      status: answer.then(({ status, until }) => {
        kept.until = until
        return status
      }),
    }
    this.#kept.add(name, kept, keptBytes)
    // An internal error is not cached.
    kept.status.catch(() => this.#kept.delete(name))
    return kept.status
  }

  /** The first OCSP address of the certificate whose host is listed; without one, the reason for the log. */
  #responderOf({
    facts,
  }: Certificate): { readonly address: string; readonly reason: '' } | { readonly address: null; readonly reason: string } {
    // RFC 5280, 4.1.2.2 allows only positive serial numbers, and the request cannot encode a negative one.
    if (facts.serialNumber.startsWith('-')) return { address: null, reason: 'the serial number is negative' }
    const address = facts.ocspUrls.find((url) => this.#isListed(url))
    if (address !== undefined) return { address, reason: '' }
    const named = facts.ocspUrls.map((url) => url.slice(0, 200)).join(', ')
    return { address: null, reason: named === '' ? 'the certificate names no responder' : `the certificate names ${named}` }
  }

  #isListed(address: string): boolean {
    if (!URL.canParse(address)) return false
    const { protocol, host, username, password } = new URL(address)
    return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' && this.#options.hosts.has(host)
  }

  async #ask(address: string, certificate: Certificate, issuer: Certificate) {
    const { ask, now, nonce, freshness, limits, bounds } = this.#options
    const question = { certificate, issuer, nonce: nonce() }
    const { host } = new URL(address)
    this.#underWay.set(host, (this.#underWay.get(host) ?? 0) + 1)
    try {
      const answer = await ask(address, encodeOcspRequest(question))
      const received = now()
      const failed = received + bounds.keepFailureMilliseconds
      if (answer.kind === 'failed') return { status: unknown('no-answer', `${host}: ${answer.reason}`), until: failed }
      const verdict: OcspVerdict = judgeOcspAnswer(answer.der, question, received, { limits, freshness })
      if (verdict.status === 'unknown') return { status: unknown(verdict.problem, host), until: failed }
      const latest = received + bounds.keepMilliseconds
      return { status: { status: verdict.status }, until: verdict.until === null ? latest : Math.min(latest, verdict.until) }
    } finally {
      this.#underWay.set(host, (this.#underWay.get(host) ?? 1) - 1)
    }
  }
}

function unknown(problem: Extract<OcspStatus, { status: 'unknown' }>['problem'], detail: string): OcspStatus {
  return { status: 'unknown', problem, detail }
}
