import type { XroadInstanceTrust } from '#model'
import type { SharedIndex, TrustIndex } from '#trust'

/** The trust of one X-Road instance, in memory that all threads share. */
export interface PackedInstance extends SharedIndex, Omit<XroadInstanceTrust, 'snapshot' | 'intermediates'> {
  /** DER. */
  readonly intermediates: readonly Uint8Array[]
}

/** An X-Road instance that a thread has opened. */
export interface OpenedInstance
  extends Pick<XroadInstanceTrust, 'intermediates' | 'intermediateProfiles' | 'ocspFreshness' | 'verifiesNextUpdate' | 'expires'> {
  readonly index: TrustIndex
}

/** X-Road instances by name, each opened on first use. */
export class OpenedInstances {
  readonly #packed: ReadonlyMap<string, PackedInstance>
  readonly #opened = new Map<string, OpenedInstance>()
  readonly #open: (packed: PackedInstance) => OpenedInstance

  constructor(instances: readonly PackedInstance[], open: (packed: PackedInstance) => OpenedInstance) {
    this.#packed = new Map(instances.map((instance) => [instance.instance, instance]))
    this.#open = open
  }

  find(instance: string | null): OpenedInstance | null {
    const packed = instance === null ? undefined : this.#packed.get(instance)
    if (packed === undefined) return null
    const opened = this.#opened.get(packed.instance) ?? this.#open(packed)
    this.#opened.set(packed.instance, opened)
    return opened
  }
}
