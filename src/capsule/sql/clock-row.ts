import { StoreDamaged } from '../capsule-store.js'
import type { KeptClock } from '../store-clock.js'

/** Reads the only row of `key_capsule_clock`. PostgreSQL clients return 64-bit integers as text. Throws `StoreDamaged` for a row of another form. */
export function keptClockOf(row: unknown): KeptClock {
  const value = (name: string): unknown => (typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined)
  const number = (name: string): number | null => (value(name) === null ? null : Number(value(name)))
  const [seen, suspended, accepted] = [number('seen'), number('suspended'), number('accepted')]
  if (accepted === null || ![seen ?? 0, suspended ?? 0, accepted].every(Number.isSafeInteger))
    throw new StoreDamaged('The row with the time of the store is missing or cannot be read.')
  return { seen, suspended, accepted }
}
