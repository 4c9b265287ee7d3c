import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { resultOrNull } from '#model'
import { type ComparedLine, comparedLine, verdictsOf } from '#writers/basis'
import { ListUnreadable } from '../validate/list-lines.js'

interface Place {
  readonly offset: number
  readonly length: number
  /** Digest of the verdicts, so that most lines need not be read again. */
  readonly verdicts: string
  seen: boolean
}

/**
 * The lines of an earlier run with `--json-lines`. Only the place of each line and a digest of its verdicts are in memory; a line is read again when its
 * verdicts differ. A line that is cut off, or is none of such a run, is ignored; of several lines of one file the last counts.
 */
export class EarlierLines {
  readonly #path: string
  readonly #file: FileHandle
  readonly #places: Map<string, Place>

  private constructor(path: string, file: FileHandle, places: Map<string, Place>) {
    this.#path = path
    this.#file = file
    this.#places = places
  }

  /** Reads the whole file once. Throws `ListUnreadable`. */
  static async open(path: string): Promise<EarlierLines> {
    try {
      const file = await open(path)
      const places = new Map<string, Place>()
      let offset = 0
      let rest: Buffer = Buffer.alloc(0)
      for await (const chunk of file.createReadStream({ autoClose: false, start: 0 })) {
        const octets = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
        let start = 0
        for (let end = octets.indexOf(0x0a); end >= 0; end = octets.indexOf(0x0a, start)) {
          addLine(places, octets.subarray(start, end), offset + start)
          start = end + 1
        }
        rest = octets.subarray(start)
        offset += start
      }
      addLine(places, rest, offset)
      return new EarlierLines(path, file, places)
    } catch (error) {
      throw new ListUnreadable(path, error)
    }
  }

  /** The earlier line of the file of a line, unless its verdicts are the same; `absent` when there is none. */
  async differing(line: ComparedLine): Promise<ComparedLine | 'same' | 'absent'> {
    const place = this.#places.get(line.file)
    if (place === undefined) return 'absent'
    place.seen = true
    if (place.verdicts === digestOf(line)) return 'same'
    const { buffer } = await this.#file.read(Buffer.alloc(place.length), 0, place.length, place.offset)
    const read = lineIn(buffer)
    if (read === null) throw new ListUnreadable(this.#path, new Error('it has changed while it was read'))
    return read
  }

  /** Files that this run did not validate. */
  get unseen(): number {
    let count = 0
    for (const { seen } of this.#places.values()) if (!seen) count += 1
    return count
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

function addLine(places: Map<string, Place>, octets: Buffer, offset: number): void {
  const line = octets.length === 0 ? null : lineIn(octets)
  if (line !== null) places.set(line.file, { offset, length: octets.length, verdicts: digestOf(line), seen: false })
}

function lineIn(octets: Buffer): ComparedLine | null {
  return comparedLine(resultOrNull(SyntaxError, (): unknown => JSON.parse(octets.toString('utf8'))))
}

function digestOf(line: ComparedLine): string {
  return createHash('sha256').update(verdictsOf(line)).digest('base64')
}
