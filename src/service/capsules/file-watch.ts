import { statSync } from 'node:fs'
import { StoreDamaged, StoreUnavailable } from '#capsule'
import { systemErrorCode } from '#model'

/** The files of an open database: itself, its log, the index of the log. A connection in WAL mode keeps all three as long as it lives. */
const suffixes = ['', '-wal', '-shm'] as const

/** Device and inode of each of the files. */
export type FileIdentities = readonly string[]

/**
 * Whether the names of an open database still lead to the files that are open. SQLite writes into a file that was deleted or replaced without a word, and
 * everything in it ends with the process. Only names are looked at: a descriptor, once closed, would drop the locks (`database-files`).
 */
export class FileWatch {
  readonly #file: string
  readonly identities: FileIdentities
  #sizes: readonly bigint[]

  /** `known`: the files that others have open already; without it those that the names lead to at this moment. */
  constructor(file: string, known: FileIdentities | null) {
    this.#file = file
    const found = statAll(file)
    this.identities = known ?? found.map(({ identity }) => identity)
    this.#sizes = found.map(({ size }) => size)
    this.assertSame()
  }

  /** Throws `StoreDamaged` when a name leads to another file, or to no file. */
  assertSame(): void {
    this.#assertSame(statAll(this.#file))
  }

  /**
   * The same, and what is shorter than at the last call, as when another program has written over it. A log that was moved into the database from
   * outside is shorter as well, and so is a database that was tidied up; nothing is wrong then.
   */
  shrunk(): 'database' | 'log' | null {
    const found = statAll(this.#file)
    this.#assertSame(found)
    const before = this.#sizes
    this.#sizes = found.map(({ size }) => size)
    const isShorter = (file: number): boolean => (this.#sizes[file] ?? 0n) < (before[file] ?? 0n)
    return isShorter(0) ? 'database' : isShorter(1) ? 'log' : null
  }

  #assertSame(found: readonly FoundFile[]): void {
    const changed = found.findIndex(({ identity }, i) => identity !== this.identities[i])
    if (changed < 0) return
    const name = `${this.#file}${suffixes[changed] ?? ''}`
    throw new StoreDamaged(`${name} was ${found[changed]?.exists === true ? 'replaced' : 'deleted'} while it was in use.`)
  }
}

export interface FoundFile {
  readonly exists: boolean
  /** The same for two names exactly when they lead to the same file. */
  readonly identity: string
  readonly size: bigint
}

function statAll(file: string): readonly FoundFile[] {
  return suffixes.map((suffix) => findFile(file + suffix))
}

/** Device and inode of a file, by its name and without opening it. */
export function findFile(path: string): FoundFile {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found === undefined
      ? { exists: false, identity: 'none', size: 0n }
      : { exists: true, identity: `${found.dev}:${found.ino}`, size: found.size }
  } catch (error) {
    const code = systemErrorCode(error)
    throw code === null ? error : new StoreUnavailable(`${path} cannot be looked at (${code}).`, { cause: error })
  }
}
