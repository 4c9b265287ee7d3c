import { readFile, stat } from 'node:fs/promises'
import { type ForecastRow, type Instant, parseInstant, reasonOf } from '#model'
import { memberOf } from '#std'

/** The last run of `allkiri forecast --summary`. */
export interface ForecastRun {
  readonly finished: Instant
  readonly rows: readonly ForecastRow[]
}

/** Bounds of the file: each row is a series of a metric. A real table has some twenty rows. */
interface ForecastBounds {
  readonly maxBytes: number
  readonly maxRows: number
}

interface ForecastOptions {
  readonly path: string
  readonly bounds: ForecastBounds
  /** Called when the file can no longer be used, with the reason, and when it can again, with null. */
  readonly onChange: (problem: string | null) => void
}

/** Reads the summary each time that it is asked for, because the command replaces it. A file that cannot be used is told, and is no failure of the service. */
export class ForecastSummary {
  readonly #options: ForecastOptions
  #problem: string | null = null

  constructor(options: ForecastOptions) {
    this.#options = options
  }

  /** Null when the file cannot be used. */
  async read(): Promise<ForecastRun | null> {
    try {
      const run = runIn(await this.#content(), this.#options.bounds)
      this.#tell(null)
      return run
    } catch (error) {
      this.#tell(reasonOf(error))
      return null
    }
  }

  async #content(): Promise<string> {
    const { path, bounds } = this.#options
    const found = await stat(path)
    if (!found.isFile()) throw new TypeError('it is no file')
    if (found.size > bounds.maxBytes) throw new TypeError(`it has ${found.size} bytes, more than the ${bounds.maxBytes} of a summary`)
    return readFile(path, 'utf8')
  }

  #tell(problem: string | null): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.#options.onChange(problem)
  }
}

function runIn(text: string, { maxRows }: ForecastBounds): ForecastRun {
  const value: unknown = JSON.parse(text)
  const [finished, rows] = [memberOf(value, 'finished'), memberOf(value, 'rows')]
  const instant = typeof finished === 'string' ? parseInstant(finished) : null
  if (instant === null) throw new TypeError('finished is no time; it is no summary of allkiri forecast')
  if (!Array.isArray(rows)) throw new TypeError('rows is missing')
  if (rows.length > maxRows) throw new TypeError(`it has ${rows.length} rows, more than ${maxRows}`)
  return { finished: instant, rows: rows.map(rowIn) }
}

function rowIn(value: unknown, index: number): ForecastRow {
  const [year, state, reason] = ['year', 'state', 'reason'].map((name) => memberOf(value, name))
  const [files, extensible] = ['files', 'extensible'].map((name) => memberOf(value, name))
  if (
    typeof year !== 'string' ||
    typeof state !== 'string' ||
    typeof reason !== 'string' ||
    !Number.isSafeInteger(files) ||
    !Number.isSafeInteger(extensible)
  )
    throw new TypeError(`rows[${index}] has another form`)
  return { year, state, reason, files: Number(files), extensible: Number(extensible) }
}
