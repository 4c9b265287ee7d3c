import { dirname, extname, isAbsolute, join } from 'node:path'
import { reasonOf } from '#model'
import { certificateExtensions } from './certificate-file.js'
import { TrustSettingsError } from './trust-settings-error.js'

/** Injected access to files: `trust` itself does not access the file system. Every function may throw system errors. */
export interface TrustFileAccess {
  /** Null when the path does not exist. `size` in bytes. `other`: a FIFO, a device or a socket. */
  inspect(path: string): { readonly kind: 'file'; readonly size: number } | { readonly kind: 'folder' | 'other' } | null
  /** Reads at most `maxBytes` + 1 bytes, so that a larger file can be detected. Throws for anything but a regular file, without blocking on it. */
  readFile(path: string, maxBytes: number): Uint8Array
  /** Names of the entries of a directory. */
  readDirectory(path: string): readonly string[]
}

/** Limits of the trust settings (`limits.trust`). */
export interface TrustLimits {
  readonly maxFileBytes: number
  readonly maxFiles: number
  readonly maxCertificates: number
}

/** Reads files within the limits. Every error is thrown as a `TrustSettingsError` that names the path. */
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
    const found = this.#withPath(path, () => this.#access.inspect(path))
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
    const bytes = this.#withPath(path, () => this.#access.readFile(path, this.limits.maxFileBytes))
    // The file may have grown since `inspect`.
    if (bytes.length > this.limits.maxFileBytes) throw this.#tooLarge(path)
    return bytes
  }

  /** Names in a folder without hidden ones, sorted, so that the order does not depend on the file system. */
  list(path: string): readonly string[] {
    const names = this.#withPath(path, () => this.#access.readDirectory(path))
    return names.filter((name) => !name.startsWith('.')).sort()
  }

  /** Paths of the regular files in a folder with one of the extensions (lower case, with dot). */
  withExtension(folder: string, extensions: readonly string[]): readonly string[] {
    return this.list(folder)
      .filter((name) => extensions.includes(extname(name).toLowerCase()))
      .map((name) => join(folder, name))
      .filter((path) => this.kindOf(path) === 'file')
  }

  /** The certificate files that a member of a settings file names, directly or by their folder. */
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

  #withPath<T>(path: string, action: () => T): T {
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

/** Resolves a path from a settings file, relative to the folder of that file. */
export function resolveBeside(settingsPath: string, written: string): string {
  return isAbsolute(written) ? written : join(dirname(settingsPath), written)
}
