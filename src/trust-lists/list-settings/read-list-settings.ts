import { dirname, extname, isAbsolute, join } from 'node:path'
import {
  certificateExtensions,
  decodeCertificate,
  readCertificateFile,
  type TrustFileAccess,
  TrustFiles,
  type TrustLimits,
  TrustSettingsError,
} from '#trust'
import type { DecodedCache } from '#x509'
import { europeanUnion } from '../anchors/european-union.js'
import type { ListFile } from '../list-set/list-file.js'
import type { ListSource, PinnedSigners, TerritoryChoice } from '../list-set/list-source.js'
import { TrustedListError } from '../trusted-list/trusted-list-error.js'
import { nameOfSource, readListSettingsFile } from './list-settings-file.js'
import type { ListSourceSettings } from './list-settings-schema.js'

/** A list of lists, and where its files come from. */
export interface ConfiguredSource {
  readonly source: ListSource
  /** Folder that stands in for the network; null: the network. */
  readonly folder: string | null
}

export interface ListSettingsContext {
  readonly files: TrustFileAccess
  readonly cache: DecodedCache
  readonly limits: TrustLimits
  /** Whether lists of these sources were kept: then a folder that is empty or gone stops no start. */
  readonly areKept: (sources: readonly ConfiguredSource[]) => boolean
}

/**
 * Reads what `ALLKIRI_TRUST_LISTS` names: `eu` (the EU's list of lists from the network), `none`, a folder with the files of the EU's lists, or a
 * settings file. Whatever it names must exist now, so that a slip stops the start; a folder may be empty or gone when its lists were kept.
 * Throws TrustSettingsError.
 */
export function readListSettings(setting: string, context: ListSettingsContext): readonly ConfiguredSource[] {
  if (setting === 'none') return []
  if (setting === 'eu') return [{ source: europeanUnion(), folder: null }]
  const files = new TrustFiles(context.files, context.limits)
  /** Folders that bring nothing at the moment. */
  const gone: TrustSettingsError[] = []
  const sources = readSources(setting, files, context.cache, gone)
  if (gone[0] !== undefined && !context.areKept(sources)) throw gone[0]
  return sources
}

function readSources(setting: string, files: TrustFiles, cache: DecodedCache, gone: TrustSettingsError[]): readonly ConfiguredSource[] {
  const kind = orGone(() => files.kindOf(setting), gone)
  if (kind === null) return [{ source: europeanUnion(), folder: setting }]
  if (kind === 'folder') {
    orGone(() => checkFolder(setting, null, files), gone)
    return [{ source: europeanUnion(), folder: setting }]
  }
  const written = readListSettingsFile(files.read(setting), setting, files.limits.maxFiles)
  const reader = new SourceReader(setting, files, cache, gone)
  return written.map((source, index) => reader.read(source, `sources[${index}]`))
}

const goneCodes: ReadonlySet<string> = new Set(['TRUST_PATH_MISSING', 'TRUST_FOLDER_EMPTY', 'TRUST_FILE_UNREADABLE'])

/** Null, and the reason among `gone`, for a folder that brings nothing at the moment. */
function orGone<T>(look: () => T, gone: TrustSettingsError[]): T | null {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof TrustSettingsError) || !goneCodes.has(error.code)) throw error
    gone.push(error)
    return null
  }
}

/** Names of files that may be lists: by their extension, so that a README in a folder of lists is not reported. */
function isListFileName(name: string): boolean {
  return /\.(?:xml|xtsl|tsl)(?:\.gz)?$/i.test(name)
}

/** The files of a folder, unread, in the order of their names. */
export function listFilesOf(folder: string, context: Pick<ListSettingsContext, 'files' | 'limits'>): readonly ListFile[] {
  const files = new TrustFiles(context.files, context.limits)
  return namesIn(folder, files).map((name) => ({
    name,
    origin: 'folder',
    promised: null,
    bytes: () => readList(join(folder, name), files),
  }))
}

/** One file that cannot be read must not hide the others, so here it is a finding about a list. */
function readList(path: string, files: TrustFiles): Uint8Array {
  try {
    return files.read(path)
  } catch (error) {
    if (!(error instanceof TrustSettingsError)) throw error
    throw new TrustedListError('LIST_UNREADABLE', error.message)
  }
}

function namesIn(folder: string, files: TrustFiles): readonly string[] {
  return files.list(folder).filter((name) => isListFileName(name))
}

function checkFolder(folder: string, field: string | null, files: TrustFiles): void {
  if (files.kindOf(folder, field) !== 'folder')
    throw new TrustSettingsError('TRUST_FILE_KIND', folder, field, 'it is a file; name the folder that holds the lists')
  if (namesIn(folder, files).length === 0)
    throw new TrustSettingsError(
      'TRUST_FOLDER_EMPTY',
      folder,
      field,
      'the folder holds no trusted list (.xml or .xml.gz); put the list of lists and the national lists there',
    )
}

class SourceReader {
  readonly #path: string
  readonly #files: TrustFiles
  readonly #cache: DecodedCache
  readonly #gone: TrustSettingsError[]

  constructor(path: string, files: TrustFiles, cache: DecodedCache, gone: TrustSettingsError[]) {
    this.#gone = gone
    this.#path = path
    this.#files = files
    this.#cache = cache
  }

  /** `field` is the place of the source in the file, `sources[1]`. */
  read(written: ListSourceSettings, field: string): ConfiguredSource {
    const name = nameOfSource(written)
    const builtIn = europeanUnion()
    const anchors =
      written.anchors === 'eu'
        ? builtIn.anchors
        : written.anchors.map((set, index) => this.#pinned(set, `${name}-${index + 1}`, `${field}.anchors[${index}].files`))
    const folder = written.folder === undefined ? null : this.#resolve(written.folder)
    if (folder !== null) orGone(() => checkFolder(folder, `${field}.folder`, this.#files), this.#gone)
    const { location = written.anchors === 'eu' ? builtIn.location : '', territory = builtIn.territory } = written
    return { source: { name, location, territory, anchors, territories: territoriesOf(written) }, folder }
  }

  #pinned({ files, notice }: Exclude<ListSourceSettings['anchors'], string>[number], name: string, field: string): PinnedSigners {
    const paths = [files].flat().flatMap((file) => this.#certificateFiles(this.#resolve(file), field))
    const certificates = paths.flatMap((path) =>
      readCertificateFile(this.#files.read(path), path).map((der, index) => decodeCertificate(this.#cache, der, path, index + 1).der),
    )
    return { name, noticeUrl: notice ?? null, certificates }
  }

  #certificateFiles(path: string, field: string): readonly string[] {
    if (this.#files.kindOf(path, field) === 'file') return [path]
    const names = this.#files.list(path).filter((name) => certificateExtensions.includes(extname(name).toLowerCase()))
    if (names.length === 0)
      throw new TrustSettingsError(
        'TRUST_FOLDER_EMPTY',
        path,
        field,
        'the folder holds no .pem, .crt, .cer or .der file; name a folder that does',
      )
    return names.map((name) => join(path, name))
  }

  #resolve(path: string): string {
    return isAbsolute(path) ? path : join(dirname(this.#path), path)
  }
}

function territoriesOf({ territories, withoutTerritories }: ListSourceSettings): TerritoryChoice {
  if (territories !== undefined) return { kind: 'only', territories }
  return withoutTerritories === undefined ? { kind: 'all' } : { kind: 'all-but', territories: withoutTerritories }
}
