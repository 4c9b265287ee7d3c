import { existsSync, readdirSync, readFileSync } from 'node:fs'
import JSZip from 'jszip'

const shared = new URL('../../../../shared/', import.meta.url)
const legacy = new URL('trust/legacy/', shared)
const documents = new URL('conformance/files/', shared)

export const haveCertificates = existsSync(legacy)
export const haveDocuments = existsSync(documents)

export interface Found {
  readonly where: string
  readonly bytes: Buffer
}

export interface RealStructures {
  readonly certificates: readonly Found[]
  readonly ocspResponses: readonly Found[]
  readonly tokens: readonly Found[]
  readonly issuerNames: readonly Found[]
}

/** Certificates of old authorities, responders and time-stamping units, each a PEM file. */
export function legacyCertificates(): readonly Found[] {
  return readdirSync(legacy, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.pem'))
    .flatMap((file) => {
      const pem = readFileSync(new URL(file, legacy), 'latin1')
      return [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g)].map(([, text = '']) => ({
        where: file,
        bytes: Buffer.from(text, 'base64'),
      }))
    })
}

/** What the signature files of real containers embed; each once. */
export async function embeddedStructures(): Promise<RealStructures> {
  const found = {
    certificates: new Map<string, Found>(),
    ocspResponses: new Map<string, Found>(),
    tokens: new Map<string, Found>(),
    issuerNames: new Map<string, Found>(),
  }
  const collect = (text: string, where: string): void => {
    const each = (names: string, into: Map<string, Found>, encoding: 'base64' | 'utf8'): void => {
      for (const [, content = ''] of text.matchAll(new RegExp(`<(?:[\\w.-]+:)?(?:${names})(?:\\s[^>]*)?>([^<]+)</`, 'g'))) {
        const bytes = Buffer.from(content.replaceAll('&#13;', '').replaceAll('&amp;', '&'), encoding)
        if (bytes.length > 0) into.set(bytes.toString('base64'), { where, bytes })
      }
    }
    each('X509Certificate|EncapsulatedX509Certificate', found.certificates, 'base64')
    each('EncapsulatedOCSPValue', found.ocspResponses, 'base64')
    each('EncapsulatedTimeStamp', found.tokens, 'base64')
    each('X509IssuerName', found.issuerNames, 'utf8')
  }
  for (const file of readdirSync(documents)) {
    const bytes = readFileSync(new URL(encodeURIComponent(file), documents))
    if (file.endsWith('.ddoc')) collect(bytes.toString('utf8'), file)
    if (!/\.(bdoc|asice|sce|edoc)$/.test(file) || bytes.toString('latin1', 0, 2) !== 'PK') continue
    const archive = await JSZip.loadAsync(bytes)
    for (const entry of Object.values(archive.files)) {
      if (/^META-INF\/.*signatures.*\.xml$/.test(entry.name)) collect(await entry.async('string'), `${file}!${entry.name}`)
    }
  }
  const list = (map: ReadonlyMap<string, Found>): readonly Found[] => [...map.values()]
  return {
    certificates: list(found.certificates),
    ocspResponses: list(found.ocspResponses),
    tokens: list(found.tokens),
    issuerNames: list(found.issuerNames),
  }
}
