/** A row of the table of `allkiri forecast`: how many files stop being provable in a year, for a reason. The service reads it from the summary of the last run. */
export interface ForecastRow {
  /** The year; empty for files without an end. */
  readonly year: string
  readonly state: string
  readonly reason: string
  readonly files: number
  /** How many of them a time-stamp before that year extends. */
  readonly extensible: number
}
