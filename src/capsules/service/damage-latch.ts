import { StoreDamaged } from '#capsules/rules'

/** Records the first `StoreDamaged` of a store. After it the store is closed for writing until the process is restarted. */
export class DamageLatch {
  readonly #onDamage: (damage: StoreDamaged) => Promise<void>
  #damage: StoreDamaged | null = null
  /** Resolves when `onDamage` has completed; at once without damage. */
  settled: Promise<void> = Promise.resolve()

  /** `onDamage` is called at most once, and must not reject. */
  constructor(onDamage: (damage: StoreDamaged) => Promise<void>) {
    this.#onDamage = onDamage
  }

  /** Does the work and records damage that it finds. When damage has been recorded before, rejects with `StoreDamaged` without doing the work. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#damage !== null) throw new StoreDamaged(this.#damage.message)
    return this.watch(work)
  }

  /** Does the work, even in a damaged store, and records damage that it finds. */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof StoreDamaged && this.#damage === null) {
        this.#damage = error
        this.settled = this.#onDamage(error)
      }
      throw error
    }
  }
}
