import { statSync } from 'node:fs'
import { StoreDamaged, StoreUnavailable } from '#capsule'
import { systemErrorCode } from '#model'

/** Suffixes of the files of an open database: the database, its log, the index of the log. In WAL mode all three exist while a connection is open. */
const suffixes = ['', '-wal', '-shm'] as const

/** Device and inode of each file. */
export type FileIdentities = readonly string[]

/**
 * Detects that files of an open database were deleted or replaced. SQLite would continue to write into the old file, whose content is lost when the process
 * ends. The files are not opened, because closing a descriptor would drop the locks of the process (`database-files`).
 */
export class FileWatch {
  readonly #file: string
  readonly identities: FileIdentities
  #sizes: readonly bigint[]

  /** `known`: the identities of the files that other connections have open; null: those of the files that now have the names. Throws `StoreDamaged`. */
  constructor(file: string, known: FileIdentities | null) {
    this.#file = file
    const found = statAll(file)
    this.identities = known ?? found.map(({ identity }) => identity)
    this.#sizes = found.map(({ size }) => size)
    this.assertSame()
  }

  /** Throws `StoreDamaged` when a file was deleted or replaced. */
  assertSame(): void {
    this.#assertSame(statAll(this.#file))
  }

  /**
   * As `assertSame`; returns the file that is shorter than at the last call, null when none is. A file is shorter after another program has overwritten it, but
   * also after a harmless checkpoint or VACUUM of another process, so the caller must check the content.
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
  /** Equal for two names if and only if they are names of the same file. */
  readonly identity: string
  readonly size: bigint
}

function statAll(file: string): readonly FoundFile[] {
  return suffixes.map((suffix) => findFile(file + suffix))
}

/** Identity and size of the file with a name, without opening it. Throws `StoreUnavailable` when the system cannot tell. */
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
