import type { FileHandle } from 'node:fs/promises'

/**
 * Octets that are read or written at once: so many that the overhead of the calls is negligible. The buffers are reused; with a new buffer for each piece the
 * process would hold tens of megabytes that have not been garbage-collected yet.
 */
const PIECE = 256 * 1024

/**
 * Octets of a file from `start`, inclusive, to `end`, exclusive, in pieces. Two buffers alternate: a piece is valid only until the next one is requested,
 * because the following read overwrites it.
 */
export async function* readOctets(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  let [current, other] = [new Uint8Array(PIECE), new Uint8Array(PIECE)]
  const readInto = async (buffer: Uint8Array, at: number) => (await file.read(buffer, 0, Math.min(PIECE, end - at), at)).bytesRead
  let pending = start < end ? readInto(current, start) : Promise.resolve(0)
  try {
    for (let at = start; at < end; ) {
      const length = await pending
      // The file has become shorter. The stream ends early, and its consumer finds the content truncated.
      if (length === 0) return
      const piece = current.subarray(0, length)
      at += length
      ;[current, other] = [other, current]
      pending = at < end ? readInto(current, at) : Promise.resolve(0)
      yield piece
    }
  } finally {
    // The caller closes the file, so the read in progress must end first. Its error is ignored, because its result is not used.
    await pending.catch(() => 0)
  }
}

/** Collects octets and writes them in large pieces. No write is in progress when a method has settled. */
export class BufferedWriter {
  readonly #file: FileHandle
  readonly #buffer: Buffer
  #used = 0

  /** @param buffer buffer of an earlier writer, to be reused */
  constructor(file: FileHandle, buffer: Buffer = Buffer.allocUnsafeSlow(PIECE)) {
    this.#file = file
    this.#buffer = buffer
  }

  get buffer(): Buffer {
    return this.#buffer
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(chunk.length - at, this.#buffer.length - this.#used)
      this.#buffer.set(chunk.subarray(at, at + taken), this.#used)
      this.#used += taken
      at += taken
      if (this.#used === this.#buffer.length) await this.flush()
    }
  }

  async flush(): Promise<void> {
    const used = this.#used
    this.#used = 0
    // `writeFile` of an open file appends at its position and completes partial writes.
    if (used > 0) await this.#file.writeFile(this.#buffer.subarray(0, used))
  }
}
