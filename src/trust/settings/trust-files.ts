import { dirname, extname, isAbsolute, join } from 'node:path'
import { reasonOf } from '#model'
import { certificateExtensions } from './certificate-file.js'
import { TrustSettingsError } from './trust-settings-error.js'

/** Access to files, injected: nothing in `trust` touches a disk. Every function may throw what its source throws. */
export interface TrustFileAccess {
  /** Null when there is nothing at this path. `size` in bytes; `other`: a FIFO, a device, a socket. */
  inspect(path: string): { readonly kind: 'file'; readonly size: number } | { readonly kind: 'folder' | 'other' } | null
  /** At most one octet more than `maxBytes`, so that a larger file shows. Throws for anything but a regular file, without waiting for it. */
  readFile(path: string, maxBytes: number): Uint8Array
  readDirectory(path: string): readonly string[]
}

/** Bounds of the trust settings (`limits.trust`). */
export interface TrustLimits {
  readonly maxFileBytes: number
  readonly maxFiles: number
  readonly maxCertificates: number
}

/** Reads within the bounds, and turns whatever goes wrong into an error that names the path. */
export class TrustFiles {
  readonly limits: TrustLimits
  readonly #access: TrustFileAccess
  #filesLeft: number

  constructor(access: TrustFileAccess, limits: TrustLimits) {
    this.#access = access
    this.limits = limits
    this.#filesLeft = limits.maxFiles
  }

  kindOf(path: string, field: string | null = null): 'file' | 'folder' {
    const found = this.#named(path, () => this.#access.inspect(path))
    if (found === null) {
      throw new TrustSettingsError('TRUST_PATH_MISSING', path, field, 'there is no such file or folder; write the path of one that exists')
    }
    if (found.kind === 'other') {
      throw new TrustSettingsError('TRUST_FILE_KIND', path, field, 'it is neither a file nor a folder; name a regular file')
    }
    if (found.kind === 'file' && found.size > this.limits.maxFileBytes) throw this.#tooLarge(path)
    return found.kind
  }

  read(path: string): Uint8Array {
    if (this.#filesLeft-- <= 0) {
      const sentence = `more than ${this.limits.maxFiles} files are named; put the certificates together into fewer PEM files`
      throw new TrustSettingsError('TRUST_TOO_MANY_FILES', path, null, sentence)
    }
    const bytes = this.#named(path, () => this.#access.readFile(path, this.limits.maxFileBytes))
    // The size may have grown since it was asked.
    if (bytes.length > this.limits.maxFileBytes) throw this.#tooLarge(path)
    return bytes
  }

  /** Names in a folder, hidden ones left out, in an order that does not depend on the disk. */
  list(path: string): readonly string[] {
    const names = this.#named(path, () => this.#access.readDirectory(path))
    return names.filter((name) => !name.startsWith('.')).sort()
  }

  withExtension(folder: string, extensions: readonly string[]): readonly string[] {
    return this.list(folder)
      .filter((name) => extensions.includes(extname(name).toLowerCase()))
      .map((name) => join(folder, name))
      .filter((path) => this.kindOf(path) === 'file')
  }

  /** The files of certificates that a member of a settings file names, itself or by their folder. */
  certificateFiles(written: string | readonly string[], settingsPath: string, field: string): readonly string[] {
    return [written].flat().flatMap((name) => {
      const path = resolveBeside(settingsPath, name)
      if (this.kindOf(path, field) === 'file') return [path]
      const files = this.withExtension(path, certificateExtensions)
      const sentence = 'the folder holds no .pem, .crt, .cer or .der file; name a folder that does'
      if (files.length === 0) throw new TrustSettingsError('TRUST_FOLDER_EMPTY', path, field, sentence)
      return files
    })
  }

  #named<T>(path: string, action: () => T): T {
    try {
      return action()
    } catch (cause) {
      const sentence = `it cannot be read (${reasonOf(cause)}); give the service the right to read it`
      throw new TrustSettingsError('TRUST_FILE_UNREADABLE', path, null, sentence, { cause })
    }
  }

  #tooLarge(path: string): TrustSettingsError {
    const sentence = `it is larger than ${this.limits.maxFileBytes} bytes; name a file that holds certificates or settings only`
    return new TrustSettingsError('TRUST_FILE_TOO_LARGE', path, null, sentence)
  }
}

/** A path as a settings file writes it: relative to the file. */
export function resolveBeside(settingsPath: string, written: string): string {
  return isAbsolute(written) ? written : join(dirname(settingsPath), written)
}
