import { StoreDamaged } from '#capsule'

/** Remembers the first `StoreDamaged` of a store. After it the store stays closed for writing until the process starts anew. */
export class DamageLatch {
  readonly #onDamage: (damage: StoreDamaged) => Promise<void>
  #damage: StoreDamaged | null = null
  /** Resolves when everything that the damage called for has been done. */
  settled: Promise<void> = Promise.resolve()

  /** `onDamage` is called once, and must not reject. */
  constructor(onDamage: (damage: StoreDamaged) => Promise<void>) {
    this.#onDamage = onDamage
  }

  /** Does the work unless the store is damaged, and remembers when it finds that it is. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#damage !== null) throw new StoreDamaged(this.#damage.message)
    return this.watch(work)
  }

  /** The same for work that a damaged store may still be able to do. */
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
