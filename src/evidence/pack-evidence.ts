import { createHash } from 'node:crypto'
import { formatInstant } from '#model'
import type { Evidence } from '#writers/evidence'
import { entries, format, type VerdictEntry } from './stored-evidence.js'

/**
 * Packs evidence into a ZIP. Deterministic: the same verdict on the same document gives the same octets, on every version of Node.js, because the library
 * compresses by itself.
 *
 * @param policy text of the policy file; null for a built-in policy
 */
export async function packEvidence(evidence: Evidence, policy: string | null): Promise<Uint8Array> {
  const { document, validator, trustSnapshot, validationTime } = evidence
  const parts = new Map<string, string>([
    [entries.report, textOf(evidence.report)],
    [entries.trust, textOf(evidence.trust)],
    ...(policy === null ? [] : [[entries.policy, policy] as const]),
  ])
  const verdict: VerdictEntry = {
    format,
    validator,
    document: { name: document.name, type: document.type, digest: document.digest },
    policy: evidence.policy,
    validationTime: formatInstant(validationTime),
    trustSnapshot,
    entries: Object.fromEntries([...parts].map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')])),
  }
  return packEntries(new Map([[entries.verdict, textOf(verdict)], ...parts]))
}

/** The ZIP with these entries, in their order. The same entries give the same octets. */
export async function packEntries(contents: ReadonlyMap<string, string | Uint8Array>): Promise<Uint8Array> {
  const { default: JSZip } = await import('jszip')
  const archive = new JSZip()
  // The earliest date of a ZIP archive, so that the time of packing is not in it.
  const options = { date: new Date(Date.UTC(1980, 0, 1)), createFolders: false }
  for (const [name, content] of contents) archive.file(name, content, options)
  return archive.generateAsync({ type: 'uint8array', compression: 'DEFLATE', compressionOptions: { level: 9 }, platform: 'DOS' })
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}
