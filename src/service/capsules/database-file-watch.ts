import { statSync } from 'node:fs'
import { StoreDamaged, StoreUnavailable } from '#capsule'
import { systemErrorCode } from '#model'

/** Suffixes of the files of an open database: the database, its log, the index of the log. In WAL mode all three exist as long as a connection is open. */
const suffixes = ['', '-wal', '-shm'] as const

/** Device and inode of each of the files. */
export type FileIdentities = readonly string[]

/**
 * Detects that the files of an open database were deleted or replaced. SQLite would go on writing into the old file, whose content is lost when the process ends.
 * Only the names are examined: opening and closing a descriptor would drop the locks (`database-files`).
 */
export class FileWatch {
  readonly #file: string
  readonly identities: FileIdentities
  #sizes: readonly bigint[]

  /** `known`: the identities of the files that other connections have open; null: those of the files that have the names now. Throws `StoreDamaged`. */
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
   * As `assertSame`, and says which file is shorter than at the last call, as after another program has overwritten it. Also after a checkpoint or VACUUM of
   * another process, which are harmless: so the caller checks the content.
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
