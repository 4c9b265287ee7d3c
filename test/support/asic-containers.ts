import { agreement, asiceType } from './asice.js'
import { type CadesOptions, cadesSignature } from './cades.js'
import { detachedSignature } from './loose-xades.js'
import { moments } from './pki.js'
import type { DataFile, SignatureOptions } from './signature-options.js'
import { type DigestName, hash } from './signing.js'
import { type TimeStampOptions, timeStampToken } from './time-stamp.js'
import { escapeAttribute } from './xml-text.js'
import { type ZipEntry, zipArchive } from './zip.js'

export const asicsType = 'application/vnd.etsi.asic-s+zip'
const digestUri = { sha256: 'http://www.w3.org/2001/04/xmlenc#sha256', sha512: 'http://www.w3.org/2001/04/xmlenc#sha512' } as const

/** A file that a manifest names. */
export interface ManifestFile {
  readonly name: string
  readonly content: Buffer
  readonly uri?: string
  readonly digestValue?: Buffer
}

/** ASiCManifest or ASiCArchiveManifest over files, for a signature or token (EN 319 162-1, A.4). */
export function asicManifest(signature: string, files: readonly ManifestFile[], digest: 'sha256' | 'sha512' = 'sha256'): Buffer {
  const references = files.map(
    ({ name, content, uri = encodeURI(name), digestValue = hash(digest as DigestName, content) }) =>
      `<asic:DataObjectReference URI="${escapeAttribute(uri)}"><ds:DigestMethod Algorithm="${digestUri[digest]}"/><ds:DigestValue>${digestValue.toString('base64')}</ds:DigestValue></asic:DataObjectReference>`,
  )
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><asic:SigReference URI="${escapeAttribute(signature)}"/>${references.join('')}</asic:ASiCManifest>`,
  )
}

const mimetype = (type: string | null): readonly ZipEntry[] => (type === null ? [] : [{ name: 'mimetype', content: Buffer.from(type) }])
const entryOf = ({ name, content }: Pick<DataFile, 'name' | 'content'>): ZipEntry => ({ name, content })

interface Common {
  readonly mimetype?: string | null
  /** The last word on what the archive holds. */
  readonly entries?: (entries: readonly ZipEntry[]) => readonly ZipEntry[]
}

/** A further token over an archive manifest. */
export interface ArchiveToken {
  readonly timeStamp?: Partial<TimeStampOptions>
  /** The files that the manifest names: all before it where absent. */
  readonly files?: (files: readonly ManifestFile[]) => readonly ManifestFile[]
}

export interface TimeStampedOptions extends Common {
  readonly file?: Pick<DataFile, 'name' | 'content'>
  readonly timeStamp?: Partial<TimeStampOptions>
  readonly archive?: readonly ArchiveToken[]
}

/** ASiC-S with time-stamp tokens over a data file: `timestamp.tst`, and further ones over archive manifests. */
export function timeStampedContainer(options: TimeStampedOptions = {}): Buffer {
  const file = options.file ?? agreement
  const meta: ManifestFile[] = [{ name: 'META-INF/timestamp.tst', content: timeStampToken({ data: file.content, ...options.timeStamp }) }]
  for (const [index, { timeStamp, files = (every: readonly ManifestFile[]) => every }] of (options.archive ?? []).entries()) {
    const token = `META-INF/timestamp00${index + 2}.tst`
    const all = [file, ...meta]
    const manifest = asicManifest(token, files(all))
    meta.push({ name: `META-INF/ASiCArchiveManifest${index === 0 ? '' : index}.xml`, content: manifest })
    meta.push({ name: token, content: timeStampToken({ data: manifest, genTime: moments.archive + index * 60_000, ...timeStamp }) })
  }
  const entries = [...mimetype(options.mimetype === undefined ? asicsType : options.mimetype), entryOf(file), ...meta]
  return zipArchive(options.entries?.(entries) ?? entries)
}

export interface AsicSOptions extends Common {
  readonly file?: DataFile
  readonly xades?: SignatureOptions
  readonly cades?: CadesOptions
}

/** ASiC-S with one signature over its data file. */
export function asicSContainer(options: AsicSOptions = {}): Buffer {
  const file = options.file ?? agreement
  const signature =
    options.cades === undefined
      ? {
          name: 'META-INF/signatures.xml',
          content: detachedSignature([file], options.xades).toString().replaceAll('asic:Signatures', 'asic:XAdESSignatures'),
        }
      : { name: 'META-INF/signature.p7s', content: cadesSignature(file.content, { enveloping: false, ...options.cades }) }
  const entries = [
    ...mimetype(options.mimetype === undefined ? asicsType : options.mimetype),
    entryOf(file),
    { name: signature.name, content: Buffer.from(signature.content) },
  ]
  return zipArchive(options.entries?.(entries) ?? entries)
}

export interface AsicECadesOptions extends Common {
  readonly files?: readonly DataFile[]
  readonly cades?: CadesOptions
  readonly manifest?: (files: readonly ManifestFile[]) => readonly ManifestFile[]
  /** A token over an archive manifest of everything. */
  readonly archive?: ArchiveToken
}

/** ASiC-E with a CAdES signature over an ASiCManifest. */
export function asicECadesContainer(options: AsicECadesOptions = {}): Buffer {
  const files = options.files ?? [agreement]
  const manifest = asicManifest('META-INF/signature001.p7s', options.manifest?.(files) ?? files)
  const meta: ManifestFile[] = [
    { name: 'META-INF/ASiCManifest001.xml', content: manifest },
    { name: 'META-INF/signature001.p7s', content: cadesSignature(manifest, { enveloping: false, ...options.cades }) },
  ]
  if (options.archive !== undefined) {
    const all = [...files, ...meta]
    const archive = asicManifest('META-INF/timestamp001.tst', options.archive.files?.(all) ?? all)
    meta.push({ name: 'META-INF/ASiCArchiveManifest.xml', content: archive })
    meta.push({
      name: 'META-INF/timestamp001.tst',
      content: timeStampToken({ data: archive, genTime: moments.archive, ...options.archive.timeStamp }),
    })
  }
  const entries = [...mimetype(options.mimetype === undefined ? asiceType : options.mimetype), ...files.map(entryOf), ...meta]
  return zipArchive(options.entries?.(entries) ?? entries)
}
