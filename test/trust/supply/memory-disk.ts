import type { Disk } from '#trust/lists'

export type Fault =
  /** The process is gone: this and every later operation fails, and a write leaves half of its bytes. */
  | { readonly kind: 'killed'; readonly at: number }
  /** No space: every write fails from here on and leaves half of its bytes, the rest works. */
  | { readonly kind: 'full'; readonly at: number }

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

/** A disk in memory that counts its operations and can fail at any of them. */
export class MemoryDisk implements Disk {
  readonly files: Map<string, Uint8Array>
  fault: Fault | null = null
  operations = 0

  constructor(files: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.files = new Map(files)
  }

  read(path: string): Promise<Uint8Array | null> {
    return this.#operation(() => this.files.get(path) ?? null)
  }

  readShared(path: string): Promise<SharedArrayBuffer | null> {
    return this.#operation(() => {
      const bytes = this.files.get(path)
      if (bytes === undefined) return null
      const shared = new SharedArrayBuffer(bytes.length)
      new Uint8Array(shared).set(bytes)
      return shared
    })
  }

  write(path: string, bytes: Uint8Array): Promise<void> {
    return this.#operation(
      () => void this.files.set(path, bytes),
      () => void this.files.set(path, bytes.subarray(0, bytes.length / 2)),
      true,
    )
  }

  rename(from: string, to: string): Promise<void> {
    return this.#operation(() => {
      const bytes = this.files.get(from)
      if (bytes === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
      this.files.delete(from)
      this.files.set(to, bytes)
    })
  }

  syncFolder(): Promise<void> {
    return this.#operation(() => undefined)
  }

  makeFolder(): Promise<void> {
    return this.#operation(() => undefined)
  }

  list(folder: string): Promise<readonly string[]> {
    return this.#operation(() =>
      [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
    )
  }

  remove(path: string): Promise<void> {
    return this.#operation(() => void this.files.delete(path))
  }

  #operation<T>(action: () => T, half: () => void = () => undefined, writes = false): Promise<T> {
    return new Promise((resolve, reject) => {
      const number = this.operations++
      if (this.fault?.kind === 'killed' && number >= this.fault.at) {
        if (number === this.fault.at) half()
        reject(new Error('the process is gone'))
      } else if (this.fault?.kind === 'full' && writes && number >= this.fault.at) {
        half()
        reject(noSpace())
      } else {
        try {
          resolve(action())
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      }
    })
  }
}
