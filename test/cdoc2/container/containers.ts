import { readFileSync } from 'node:fs'
import type { ContainerSource, EntrySink, PayloadEntry } from '#cdoc2/container'

/** A container in memory, handed out in pieces of a size that fits no structure. */
export function sourceOf(octets: Uint8Array, piece = 1009): ContainerSource {
  return {
    length: octets.length,
    read: (start, length) => Promise.resolve(octets.slice(start, start + length)),
    stream: async function* (start, end) {
      await Promise.resolve()
      for (let at = start; at < end; at += piece) yield octets.subarray(at, Math.min(end, at + piece))
    },
  }
}

export function sourceOfFile(path: string): ContainerSource {
  return sourceOf(readFileSync(path))
}

export interface CollectedFile {
  readonly entry: PayloadEntry
  readonly content: Buffer
}

/** Keeps the files of a container in memory. */
export class CollectingSink implements EntrySink {
  readonly files: CollectedFile[] = []
  #entry: PayloadEntry | null = null
  #pieces: Buffer[] = []

  begin(entry: PayloadEntry): Promise<void> {
    this.#entry = entry
    this.#pieces = []
    return Promise.resolve()
  }

  write(chunk: Uint8Array): Promise<void> {
    this.#pieces.push(Buffer.from(chunk))
    return Promise.resolve()
  }

  end(): Promise<void> {
    if (this.#entry === null) throw new Error('no entry has begun')
    this.files.push({ entry: this.#entry, content: Buffer.concat(this.#pieces) })
    this.#entry = null
    return Promise.resolve()
  }
}
