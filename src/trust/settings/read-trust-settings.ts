import { basename, extname, relative, resolve } from 'node:path'
import { type CertificateFacts, type CertificateId, type ServicePeriod, shownName, type TrustService } from '#model'
import type { DecodedCache } from '#readers/x509'
import type { TrustContent } from '../snapshot/build-snapshot.js'
import { certificateExtensions, decodeCertificate, kindOfTrustFile, readCertificateFile } from './certificate-file.js'
import { claimedRole, typeOfRole } from './service-types.js'
import { type ConfiguredService, readSettingsFile } from './settings-file.js'
import { type TrustFileAccess, TrustFiles, type TrustLimits } from './trust-files.js'
import { TrustSettingsError } from './trust-settings-error.js'

const settingsExtension = '.json'

export interface TrustSettingsContext {
  readonly files: TrustFileAccess
  readonly cache: DecodedCache
  readonly limits: TrustLimits
}

interface FileCertificate {
  readonly facts: CertificateFacts
  readonly path: string
  /** Position in the file, from 1. */
  readonly number: number
}

/**
 * Reads the path in `ALLKIRI_TRUST`: a settings file, a certificate file, or a folder of both. Certificate files that a settings file of the folder names are
 * not read a second time on their own. Throws `TrustSettingsError`.
 */
export function readTrustSettings(path: string, context: TrustSettingsContext): TrustContent {
  return new TrustSettings(path, context).read()
}

class TrustSettings {
  readonly #root: string
  readonly #files: TrustFiles
  readonly #cache: DecodedCache
  readonly #services: TrustService[] = []
  readonly #sources = new Map<string, { services: number }>()
  readonly #certificates = new Map<CertificateId, CertificateFacts>()
  /** Absolute paths of certificate files that a settings file names. */
  readonly #named = new Set<string>()

  constructor(root: string, { files, cache, limits }: TrustSettingsContext) {
    this.#root = root
    this.#files = new TrustFiles(files, limits)
    this.#cache = cache
  }

  read(): TrustContent {
    if (this.#files.kindOf(this.#root) === 'folder') this.#readFolder()
    else this.#readFile()
    return {
      sources: Array.from(this.#sources, ([id, facts]) => ({ id, kind: 'settings', facts })),
      services: this.#services,
      certificates: [...this.#certificates.values()],
    }
  }

  #readFile(): void {
    const bytes = this.#files.read(this.#root)
    if (kindOfTrustFile(bytes, this.#root) === 'settings') this.#addSettings(bytes, this.#root)
    else this.#addBare(this.#root, this.#certificatesIn(bytes, this.#root))
  }

  #readFolder(): void {
    const files = this.#files.withExtension(this.#root, [...certificateExtensions, settingsExtension])
    if (files.length === 0) {
      throw new TrustSettingsError(
        'TRUST_FOLDER_EMPTY',
        this.#root,
        null,
        'the folder holds no .pem, .crt, .cer, .der or .json file; put one there',
      )
    }
    const bare: string[] = []
    for (const file of files) {
      if (extname(file).toLowerCase() === settingsExtension) this.#addSettings(this.#files.read(file), file)
      else bare.push(file)
    }
    for (const file of bare) {
      if (!this.#named.has(resolve(file))) this.#addBare(file, this.#certificatesIn(this.#files.read(file), file))
    }
  }

  #addSettings(bytes: Uint8Array, path: string): void {
    const source = this.#sourceOf(path)
    for (const [index, entry] of readSettingsFile(bytes, path, this.#files.limits.maxCertificates).entries()) {
      for (const certificate of this.#certificatesOf(entry, path)) {
        this.#add({
          id: `${source}#${index + 1}/${nameOf(certificate)}`,
          name: entry.name ?? shownName(certificate.facts),
          source,
          certificates: [certificate.facts.id],
          periods: periodsOf(entry, certificate.facts, path),
          timeMarkResponder: entry.timeMarkResponder,
        })
      }
    }
  }

  #addBare(path: string, certificates: readonly FileCertificate[]): void {
    const source = this.#sourceOf(path)
    for (const { facts, number } of certificates) {
      const role = claimedRole(facts)
      if (role === null) {
        const sentence =
          `certificate ${number} (${facts.subject.text}) does not state whether it is an authority, an OCSP responder or a time-stamping unit; ` +
          'name its file in a settings file: { "services": [ { "files": "…", "role": "ca" } ] } with the role ca, ocsp or tsa'
        throw new TrustSettingsError('TRUST_ROLE_UNKNOWN', path, null, sentence)
      }
      this.#add({
        id: `${source}#${number}`,
        name: shownName(facts),
        source,
        certificates: [facts.id],
        periods: [{ type: typeOfRole(role), status: 'granted', from: facts.notBefore, to: null }],
        timeMarkResponder: false,
      })
    }
  }

  #add(service: TrustService): void {
    if (this.#services.length >= this.#files.limits.maxCertificates) throw this.#tooMany(this.#root)
    this.#services.push(service)
    const source = this.#sources.get(service.source)
    if (source === undefined) this.#sources.set(service.source, { services: 1 })
    else source.services++
  }

  #tooMany(path: string): TrustSettingsError {
    const sentence = `more than ${this.#files.limits.maxCertificates} certificates are named; remove those that are not needed`
    return new TrustSettingsError('TRUST_TOO_MANY_CERTIFICATES', path, null, sentence)
  }

  #certificatesOf(entry: ConfiguredService, settingsPath: string): readonly FileCertificate[] {
    return this.#files.certificateFiles(entry.files, settingsPath, `${entry.field}.files`).flatMap((file) => {
      this.#named.add(resolve(file))
      return this.#certificatesIn(this.#files.read(file), file)
    })
  }

  #certificatesIn(bytes: Uint8Array, path: string): readonly FileCertificate[] {
    const encoded = readCertificateFile(bytes, path)
    if (encoded.length > this.#files.limits.maxCertificates) throw this.#tooMany(path)
    return encoded.map((der, index) => {
      const facts = decodeCertificate(this.#cache, der, path, index + 1).facts
      const known = this.#certificates.get(facts.id)
      if (known === undefined) this.#certificates.set(facts.id, facts)
      return { facts: known ?? facts, path, number: index + 1 }
    })
  }

  /** Source id with the path relative to the setting: reports must not reveal the folders of the machine. */
  #sourceOf(path: string): string {
    const place = relative(this.#root, path)
    return `settings:${place === '' ? basename(path) : place}`
  }
}

function periodsOf(entry: ConfiguredService, facts: CertificateFacts, path: string): readonly ServicePeriod[] {
  return entry.periods.map(({ status, from, to }) => {
    const start = from ?? facts.notBefore
    if (to !== null && to <= start) {
      const sentence = `a period ends before the certificate ${facts.subject.text} begins; write "from" as well, or a later "to"`
      throw new TrustSettingsError('TRUST_PERIODS', path, `${entry.field}.to`, sentence)
    }
    return { type: entry.type, status, from: start, to }
  })
}

function nameOf({ path, number }: FileCertificate): string {
  return number === 1 ? basename(path) : `${basename(path)}:${number}`
}
