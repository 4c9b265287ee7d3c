import { type JavaServerRow, javaServerColumns, readJavaServerRow, writeEnd, writeRecord } from '#capsule'
import { limits } from '#config'
import { boundedLines } from './bounded-lines.js'

/** A dump or database of the Java capsule server cannot be read. The message is a sentence without a full stop, with the line or the capsule. */
export class DumpUnreadable extends Error {
  override readonly name = 'DumpUnreadable'
}

/** Form of a dump: plain SQL of `pg_dump`, or CSV of `COPY … TO … CSV`. */
type DumpForm = 'sql' | 'csv'

/**
 * The capsules in a dump of the table `cdoc2_capsule`, as lines of our export, so that they are imported with the same checks.
 *
 * The dump is plain SQL from `pg_dump` (with COPY, not `--inserts`), or CSV with a header line or with the columns in the order of the table. Plain SQL marks
 * the end of its rows, so a truncated dump is refused. In a truncated CSV only a partial last line can be detected.
 *
 * @throws DumpUnreadable
 */
export async function* javaServerDump(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const reader = new DumpReader()
  for await (const text of boundedLines(pieces, limits.capsules.maxLineBytes)) {
    const row = reader.next(text)
    if (row !== null) yield lineOf(row, reader.line)
  }
  yield writeEnd(reader.end())
}

function lineOf(row: JavaServerRow, line: number): string {
  const record = readJavaServerRow(row)
  if (typeof record === 'string') throw new DumpUnreadable(`line ${line}: ${record}`)
  return `${writeRecord(record)}\n`
}

class DumpReader {
  line = 0
  #form: DumpForm | null = null
  #columns: readonly string[] | null = null
  #rows = 0
  #ended = false

  /** The row of a line; null for a line without a row. */
  next(text: string): JavaServerRow | null {
    this.line += 1
    if (text.length > limits.capsules.maxLineBytes && !this.#ended)
      throw new DumpUnreadable(`line ${this.line}: it is longer than any capsule`)
    this.#form ??= formOf(text)
    return this.#form === 'sql' ? this.#sql(text) : this.#csv(text)
  }

  /** Checks that the input is complete. Returns the number of rows. */
  end(): number {
    if (this.#form === 'sql' && !this.#ended)
      throw new DumpUnreadable(
        this.#columns === null
          ? 'it holds no COPY of the table cdoc2_capsule (a dump made with --inserts is not read)'
          : 'it ends inside of the table: it was cut off',
      )
    return this.#rows
  }

  #sql(text: string): JavaServerRow | null {
    if (this.#columns !== null && !this.#ended) {
      if (text === '\\.') {
        this.#ended = true
        return null
      }
      return this.#row(this.#columns, text.split('\t').map(copyValue))
    }
    const copy = /^COPY (?:[\w"]+\.)?"?cdoc2_capsule"? \(([^)]*)\) FROM stdin;$/.exec(text)?.[1]
    if (copy === undefined) return null
    if (this.#ended) throw new DumpUnreadable(`line ${this.line}: it has the table cdoc2_capsule a second time`)
    this.#columns = copy.split(',').map((name) => name.trim().replaceAll('"', ''))
    return null
  }

  #csv(text: string): JavaServerRow | null {
    if (text === '') return null
    const values = text.split(',').map(csvValue)
    if (this.#columns === null) {
      this.#columns = values.includes('transaction_id') ? values.map((value) => value ?? '') : javaServerColumns.slice(0, values.length)
      if (values.includes('transaction_id')) return null
    }
    return this.#row(this.#columns, values)
  }

  #row(columns: readonly string[], values: readonly (string | null)[]): JavaServerRow {
    if (values.length !== columns.length)
      throw new DumpUnreadable(`line ${this.line}: it has ${values.length} values for ${columns.length} columns`)
    this.#rows += 1
    const value = (name: keyof JavaServerRow): string | null => values[columns.indexOf(name)] ?? null
    return {
      transaction_id: value('transaction_id'),
      recipient: value('recipient'),
      payload: value('payload'),
      capsule_type: value('capsule_type'),
      expiry_time: value('expiry_time'),
      expiry_time_adjusted: value('expiry_time_adjusted'),
    }
  }
}

function formOf(first: string): DumpForm {
  return first === '' || first.startsWith('--') || /^(?:SET|SELECT|COPY|CREATE|\\restrict)\b/.test(first) ? 'sql' : 'csv'
}

/** A value in the text format of COPY: `\N` is null, a backslash is doubled. The values of this table need no other escape. */
function copyValue(text: string): string | null {
  return text === '\\N' ? null : text.replaceAll('\\\\', '\\')
}

/** A value of CSV. The values of this table contain no comma and no quotation mark. */
function csvValue(text: string): string | null {
  return text === '' ? null : text.replace(/^"(.*)"$/s, '$1')
}
