import { createHash } from 'node:crypto'
import { documentTypes, parseInstant, ReaderError, resultOrNull } from '#model'
import { readZip, type ZipLimits } from '#readers/zip'
import { memberOf } from '#std'
import { packEntries } from './pack-evidence.js'
import { entries, format, type VerdictEntry } from './stored-evidence.js'

/** The file is no evidence, or a part of it is damaged; the message says which. */
export class EvidenceUnreadable extends Error {
  override readonly name = 'EvidenceUnreadable'
}

/** Evidence as it was read. */
export interface StoredEvidence {
  readonly verdict: VerdictEntry
  readonly report: unknown
  readonly trust: unknown
  /** The policy file; null for a built-in policy. */
  readonly policy: Uint8Array | null
  /** Entries whose SHA-256 is not the one that `verdict.json` states, and `archive` where the octets around the entries are not those that are packed. */
  readonly changed: readonly string[]
}

/** Reads evidence with the strict reader of archives. Throws `EvidenceUnreadable`. */
export async function readEvidence(bytes: Uint8Array, { zip }: { readonly zip: ZipLimits }): Promise<StoredEvidence> {
  const contents = contentsOf(bytes, zip)
  const verdict = verdictOf(jsonOf(contents, entries.verdict))
  const unexpected = [...contents.keys()].filter((name) => name !== entries.verdict && !Object.hasOwn(verdict.entries, name))
  if (unexpected[0] !== undefined) throw new EvidenceUnreadable(`${unexpected[0]} is not named in ${entries.verdict}.`)
  const changed = Object.entries(verdict.entries)
    .filter(
      ([name, digest]) =>
        createHash('sha256')
          .update(contents.get(name) ?? '')
          .digest('hex') !== digest,
    )
    .map(([name]) => name)
  return {
    verdict,
    report: jsonOf(contents, entries.report),
    trust: jsonOf(contents, entries.trust),
    policy: contents.get(entries.policy) ?? null,
    changed: changed.length > 0 || Buffer.from(await packEntries(contents)).equals(bytes) ? changed : ['archive'],
  }
}

function contentsOf(bytes: Uint8Array, limits: ZipLimits): ReadonlyMap<string, Buffer> {
  let at = 'the archive'
  try {
    const contents = new Map<string, Buffer>()
    for (const entry of readZip(bytes, limits).entries) {
      at = entry.name
      contents.set(entry.name, entry.read())
    }
    return contents
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    throw new EvidenceUnreadable(`${at} is damaged, or this is no evidence (${error.described}).`, { cause: error })
  }
}

function jsonOf(contents: ReadonlyMap<string, Buffer>, name: string): unknown {
  const content = contents.get(name)
  if (content === undefined) throw new EvidenceUnreadable(`${name} is missing; evidence is a ZIP that allkiri report --evidence wrote.`)
  const value = resultOrNull(SyntaxError, (): unknown => JSON.parse(content.toString('utf8')))
  if (value === null) throw new EvidenceUnreadable(`${name} is not JSON.`)
  return value
}

function verdictOf(value: unknown): VerdictEntry {
  const document = memberOf(value, 'document')
  const named = memberOf(value, 'entries')
  const text = (from: unknown, member: string): string => {
    const found = memberOf(from, member)
    if (typeof found !== 'string') throw new EvidenceUnreadable(`${entries.verdict}: ${member} is missing.`)
    return found
  }
  if (text(value, 'format') !== format) throw new EvidenceUnreadable(`${entries.verdict}: the format is not ${format}.`)
  const type = text(document, 'type')
  const validationTime = text(value, 'validationTime')
  if (!documentTypes.some((known) => known === type))
    throw new EvidenceUnreadable(`${entries.verdict}: the type of the document is not known.`)
  if (parseInstant(validationTime) === null) throw new EvidenceUnreadable(`${entries.verdict}: validationTime is no time.`)
  if (typeof named !== 'object' || named === null) throw new EvidenceUnreadable(`${entries.verdict}: entries is missing.`)
  return {
    format,
    validator: text(value, 'validator'),
    document: { name: text(document, 'name'), type, digest: text(document, 'digest') },
    policy: text(value, 'policy'),
    validationTime,
    trustSnapshot: text(value, 'trustSnapshot'),
    entries: Object.fromEntries(Object.entries(named).map(([name, digest]) => [name, String(digest)])),
  }
}
