import type { CertificateFacts, Instant, SignatureFacts, ValidationData, XroadDomain, XroadInstanceTrust } from '#model'
import { collectAscent, collectValidationData, type SharedIndex, type TrustContext, type TrustIndex } from '#trust'

/** The trust of one instance of X-Road in memory that all threads share. */
export interface PackedInstance extends SharedIndex {
  readonly instance: string
  /** DER, base64. */
  readonly intermediates: readonly string[]
  readonly ocspFreshness: number
  readonly expires: Instant | null
  readonly origin: XroadInstanceTrust['origin']
}

/** An X-Road instance that a thread has opened. */
export interface OpenedInstance {
  readonly index: TrustIndex
  readonly intermediates: readonly CertificateFacts[]
  readonly ocspFreshness: number
  readonly expires: Instant | null
}

/** X-Road instances by name, each opened on first use. */
export class OpenedInstances {
  readonly #packed: ReadonlyMap<string, PackedInstance>
  readonly #opened = new Map<string, OpenedInstance>()
  readonly #openIndex: (packed: SharedArrayBuffer) => TrustIndex
  readonly #read: (der: Buffer) => CertificateFacts

  constructor(
    instances: readonly PackedInstance[],
    openIndex: (packed: SharedArrayBuffer) => TrustIndex,
    read: (der: Buffer) => CertificateFacts,
  ) {
    this.#packed = new Map(instances.map((instance) => [instance.instance, instance]))
    this.#openIndex = openIndex
    this.#read = read
  }

  find(instance: string | null): OpenedInstance | null {
    const packed = instance === null ? undefined : this.#packed.get(instance)
    if (packed === undefined) return null
    const known = this.#opened.get(packed.instance)
    if (known !== undefined) return known
    const opened: OpenedInstance = {
      index: this.#openIndex(packed.packed),
      intermediates: packed.intermediates.map((encoded) => this.#read(Buffer.from(encoded, 'base64'))),
      ocspFreshness: packed.ocspFreshness,
      expires: packed.expires,
    }
    this.#opened.set(packed.instance, opened)
    return opened
  }
}

/**
 * Validation data of a signature by the trust of its X-Road instance. The trusted lists of the EU are used only for the legal level, which can lower a verdict and
 * never gives one. Without trust for the instance there are no trust anchors.
 */
export function collectInstanceData(
  facts: SignatureFacts,
  instance: string | null,
  trust: OpenedInstance | null,
  lists: TrustIndex,
  context: TrustContext,
): ValidationData {
  const certificates = [...facts.certificates, ...(trust?.intermediates ?? [])]
  const data = collectValidationData({ ...facts, certificates }, trust?.index ?? nothing, context)
  const domain: XroadDomain = { instance, known: trust !== null, ocspFreshness: trust?.ocspFreshness ?? 0, expires: trust?.expires ?? null }
  const signer = facts.certificates.find(({ id }) => id === facts.signingCertificate)
  const ascent = signer === undefined ? data.ascent : collectAscent(signer, facts.certificates, lists, context)
  return { ...data, domain, ascent }
}

/** The index of a message without a known instance: it has no trust anchors. */
const nothing: TrustIndex = Object.freeze({
  snapshot: { digest: '', sources: [], services: 0, certificates: 0 },
  entityOf: () => null,
  entitiesNamed: () => [],
  entitiesWithKeyHash: () => [],
})
