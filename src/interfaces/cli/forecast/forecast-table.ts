import type { ForecastRow } from '#model'
import type { Forecast } from '#writers/forecast'

/** Counts files by year and reason. Its size depends on the number of years and reasons, not of files. */
export class ForecastTable {
  readonly #rows = new Map<string, { readonly row: Omit<ForecastRow, 'files' | 'extensible'>; files: number; extensible: number }>()
  #files = 0

  add({ state, until, reason, extension }: Pick<Forecast, 'state' | 'until' | 'reason' | 'extension'>): void {
    const row = { year: until.slice(0, 4), state, reason }
    const name = JSON.stringify(row)
    const known = this.#rows.get(name) ?? { row, files: 0, extensible: 0 }
    known.files += 1
    if (extension !== '') known.extensible += 1
    this.#rows.set(name, known)
    this.#files += 1
  }

  /** A file that could not be read. */
  addUnread(): void {
    this.add({ state: 'unreadable', until: '', reason: 'not read', extension: '' })
  }

  get files(): number {
    return this.#files
  }

  /** By year, then those without one; the most files first within a year. */
  rows(): readonly ForecastRow[] {
    return [...this.#rows.values()]
      .map(({ row, files, extensible }) => ({ ...row, files, extensible }))
      .toSorted(
        (a, b) => compare(a.year === '' ? '~' : a.year, b.year === '' ? '~' : b.year) || b.files - a.files || compare(a.reason, b.reason),
      )
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The forecast in a line of an earlier run; null for a file that could not be read, or for a line of another kind. */
export function forecastIn(value: Readonly<Record<string, unknown>>): Pick<Forecast, 'state' | 'until' | 'reason' | 'extension'> | null {
  const { state, until, reason, extension } = value
  if (typeof state !== 'string' || typeof until !== 'string' || typeof reason !== 'string' || typeof extension !== 'string') return null
  // What this command wrote itself; an unknown word is counted as it stands.
  return { state, until, reason, extension } as Pick<Forecast, 'state' | 'until' | 'reason' | 'extension'>
}

const states: Readonly<Record<string, string>> = {
  until: 'until',
  ended: 'ended',
  'without-end': 'no known end',
  never: 'never provable',
  'not-passing': 'does not pass',
  'no-signatures': 'no signatures',
  unreadable: 'unreadable',
}

/** The table for a person. */
export function renderTable(rows: readonly ForecastRow[]): string {
  const head = ['year', 'state', 'reason', 'files', 'extensible']
  const cells = rows.map(({ year, state, reason, files, extensible }) => [
    year === '' ? '–' : year,
    states[state] ?? state,
    reason === '' ? '–' : reason,
    String(files),
    String(extensible),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return `${[head, ...cells].map(line).join('\n')}\n`
}
