import { join } from 'node:path'
import { formatInstant, type Instant } from '#model'
import { type Disk, replaceFile } from './disk.js'
import { readJson } from './manifest.js'

/**
 * The moment of the last refresh after which every list was known to be the newest, beside the lists in the folder of the store. The age of the trust counts from it, also
 * after a restart: an outage must not seem to end by one.
 */
const fileName = 'confirmed.json'

export async function keepConfirmation(disk: Disk, folder: string, at: Instant): Promise<void> {
  await disk.makeFolder(folder)
  await replaceFile(disk, join(folder, fileName), Buffer.from(`${JSON.stringify({ confirmedAt: formatInstant(at) })}\n`))
}

/** Null when no moment is kept that can be read, and for one that lies ahead: some clock was wrong. */
export async function readConfirmation(disk: Disk, folder: string, now: Instant): Promise<Instant | null> {
  const bytes = await disk.read(join(folder, fileName))
  const value = bytes === null ? null : readJson(bytes)
  if (typeof value !== 'object' || value === null || !('confirmedAt' in value) || typeof value.confirmedAt !== 'string') return null
  const at = Date.parse(value.confirmedAt)
  return at <= now ? at : null
}
