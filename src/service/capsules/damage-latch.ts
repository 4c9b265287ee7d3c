import { StoreDamaged } from '#capsule'

/** Keeps the first `StoreDamaged` of a store. From then on the store is closed for writing until the process is restarted. */
export class DamageLatch {
  readonly #onDamage: (damage: StoreDamaged) => Promise<void>
  #damage: StoreDamaged | null = null
  /** Resolves when `onDamage` has ended. */
  settled: Promise<void> = Promise.resolve()

  /** `onDamage` is called once, and must not reject. */
  constructor(onDamage: (damage: StoreDamaged) => Promise<void>) {
    this.#onDamage = onDamage
  }

  /** Does the work, and records a damage that it finds. Rejects with `StoreDamaged` without doing it when a damage was recorded before. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#damage !== null) throw new StoreDamaged(this.#damage.message)
    return this.watch(work)
  }

  /** Does the work, also in a damaged store, and records a damage that it finds. */
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
