import { Cdoc2Error } from '../cdoc2-error.js'
import type { Cdoc2Limits } from '../limits.js'
import type { EntrySink } from './entry-sink.js'
import { checkEntryName } from './file-name.js'
import { BLOCK_LENGTH, type ExtendedHeader, readExtendedHeader, readTarHeader, type TarHeader } from './tar-header.js'

const noExtension: ExtendedHeader = { path: null, size: null }

/**
 * The part of an entry that has not arrived yet, in octets: content of a file (`to: 'sink'`) or of an extended header (`to: 'keep'`), and the padding after it.
 */
interface Pending {
  readonly to: 'sink' | 'keep'
  left: number
  padding: number
}

/**
 * Reads an archive while it arrives, in chunks of any size, and passes its files to a sink. It accepts only regular files with plain names, each name once,
 * both closing blocks, and only zero octets after them. It is stricter than other readers, because an archive that two programs read differently can show two
 * contents.
 */
export class TarReader {
  readonly #sink: EntrySink
  readonly #limits: Cdoc2Limits
  readonly #names = new Set<string>()
  #block = Buffer.alloc(0)
  #pending: Pending | null = null
  #kept: Buffer[] = []
  #extension: ExtendedHeader = noExtension
  #zeroBlocks = 0

  constructor(sink: EntrySink, limits: Cdoc2Limits) {
    this.#sink = sink
    this.#limits = limits
  }

  /** @throws Cdoc2Error `tar-header`, `trailing-data`, `tar-entry-type`, `file-name`, `duplicate-name`, `too-many-entries` */
  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; )
      at += this.#pending === null ? await this.#header(chunk, at) : await this.#content(chunk, at, this.#pending)
  }

  /** @throws Cdoc2Error `tar-truncated`, `tar-end`, `trailing-data` */
  end(): void {
    if (this.#pending !== null) throw new Cdoc2Error('tar-truncated', 'The archive ends inside of a file')
    if (this.#zeroBlocks < 2) throw new Cdoc2Error('tar-end', 'The archive ends without its two closing blocks')
    if (this.#block.some((octet) => octet !== 0)) throw trailing()
  }

  /** Collects one block and reads it; returns the number of octets that were consumed. */
  async #header(chunk: Uint8Array, at: number): Promise<number> {
    const taken = Math.min(BLOCK_LENGTH - this.#block.length, chunk.length - at)
    this.#block = Buffer.concat([this.#block, chunk.subarray(at, at + taken)])
    if (this.#block.length < BLOCK_LENGTH) return taken
    const block = this.#block
    this.#block = Buffer.alloc(0)
    if (block.every((octet) => octet === 0)) {
      if (this.#extension !== noExtension) throw new Cdoc2Error('tar-header', 'An extended header of the archive is followed by no file')
      this.#zeroBlocks += 1
    } else if (this.#zeroBlocks > 0) throw trailing()
    else await this.#begin(readTarHeader(block))
    return taken
  }

  async #begin(header: TarHeader): Promise<void> {
    if (header.type === 'x') {
      // Of two, some readers use the values of the first and others those of the second.
      if (this.#extension !== noExtension) throw new Cdoc2Error('tar-header', 'The archive has two extended headers for one file')
      if (header.size > this.#limits.maxExtendedHeaderLength)
        throw new Cdoc2Error('tar-header', `An extended header has ${header.size} octets`)
      this.#pending = pendingOf('keep', header.size)
      return
    }
    if (header.type !== '0')
      throw new Cdoc2Error('tar-entry-type', `The archive has an entry of the type ${JSON.stringify(header.type)}; only files are allowed`)
    const name = checkEntryName(this.#extension.path ?? header.name, this.#limits.maxNameLength)
    const size = this.#extension.size ?? header.size
    this.#extension = noExtension
    if (this.#names.has(name)) throw new Cdoc2Error('duplicate-name', `The archive has two files called ${JSON.stringify(name)}`)
    if (this.#names.size >= this.#limits.maxEntries)
      throw new Cdoc2Error('too-many-entries', `The archive has more than ${this.#limits.maxEntries} files`)
    this.#names.add(name)
    await this.#sink.begin({ name, size })
    this.#pending = pendingOf('sink', size)
    if (size === 0) await this.#finish(this.#pending)
  }

  async #content(chunk: Uint8Array, at: number, pending: Pending): Promise<number> {
    if (pending.left === 0) {
      const skipped = Math.min(pending.padding, chunk.length - at)
      pending.padding -= skipped
      if (pending.padding === 0) this.#pending = null
      return skipped
    }
    const piece = chunk.subarray(at, at + Math.min(pending.left, chunk.length - at))
    pending.left -= piece.length
    if (pending.to === 'keep') this.#kept.push(Buffer.from(piece))
    else await this.#sink.write(piece)
    if (pending.left === 0) await this.#finish(pending)
    return piece.length
  }

  async #finish(pending: Pending): Promise<void> {
    if (pending.padding === 0) this.#pending = null
    if (pending.to === 'sink') {
      await this.#sink.end()
      return
    }
    this.#extension = readExtendedHeader(Buffer.concat(this.#kept))
    this.#kept = []
  }
}

function pendingOf(to: Pending['to'], size: number): Pending {
  return { to, left: size, padding: (BLOCK_LENGTH - (size % BLOCK_LENGTH)) % BLOCK_LENGTH }
}

function trailing(): Cdoc2Error {
  return new Cdoc2Error('trailing-data', 'The archive has data after its end')
}
