import { BoundedCache, type CacheBounds, type Instant } from '#model'
import { type Certificate, encodeOcspRequest, type X509Limits } from '#x509'
import { judgeOcspAnswer, type OcspFreshness, type OcspProblem, type OcspVerdict } from './ocsp-answer.js'

/** Sends a request to a responder. Resolves with the DER of its answer, or with a sentence about the network error; rejects for internal errors only. */
export type AskResponder = (
  address: string,
  request: Buffer,
) => Promise<{ readonly kind: 'answer'; readonly der: Uint8Array } | { readonly kind: 'failed'; readonly reason: string }>

export type OcspStatus =
  | { readonly status: 'good' | 'revoked' }
  | {
      readonly status: 'unknown'
      readonly problem: OcspProblem | 'no-listed-responder' | 'no-answer' | 'too-many-questions'
      readonly detail: string
    }

export interface OcspStatusesOptions {
  /** Hosts of responders that may be asked, as `URL.host` writes them (with the port unless it is the default one), whatever a certificate names. */
  readonly hosts: ReadonlySet<string>
  readonly ask: AskResponder
  readonly now: () => Instant
  readonly nonce: () => Uint8Array
  readonly freshness: OcspFreshness
  readonly limits: X509Limits
  readonly bounds: {
    /** How long a status is cached, at most. */
    readonly keepMilliseconds: number
    /** How long a failure to get a status is cached. */
    readonly keepFailureMilliseconds: number
    readonly kept: CacheBounds
    /** Requests in progress at one host: one that does not answer leaves those of the others alone. */
    readonly maxQuestions: number
  }
}

interface Kept {
  readonly asked: Instant
  /** End of the time in the cache; null while the request is in progress. */
  until: Instant | null
  readonly status: Promise<OcspStatus>
}

/** Upper estimate of the memory of a `Kept` with its promise and status. */
const keptBytes = 500

/**
 * The status of client certificates at the OCSP responders of their authorities. Only for certificates whose issuer has been verified: otherwise any client
 * could make the service send requests. A status is cached for a bounded time; concurrent requests share one query.
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

  /** `issuer` is the authority that has issued the certificate, by its signature. Never rejects for what a responder or the network does. */
  statusOf(certificate: Certificate, issuer: Certificate): Promise<OcspStatus> {
    // By certificate and issuer: the status holds for the issuer whose responder gave it.
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

  /** False as well when the clock was set back behind the moment of the request: the entry would live longer than its time. */
  #isUsable({ asked, until }: Kept): boolean {
    const now = this.#options.now()
    return until === null || (asked <= now && now < until)
  }

  #keep(name: string, answer: Promise<{ readonly status: OcspStatus; readonly until: Instant }>): Promise<OcspStatus> {
    const kept: Kept = {
      asked: this.#options.now(),
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

  /** The first address of the certificate that is listed. */
  #responderOf({
    facts,
  }: Certificate): { readonly address: string; readonly reason: '' } | { readonly address: null; readonly reason: string } {
    // RFC 5280, 4.1.2.2 allows positive serial numbers only; the request encodes no other.
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
