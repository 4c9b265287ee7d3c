import { join } from 'node:path'
import { formatInstant, type Instant } from '#model'
import { type Disk, replaceFile } from './disk.js'
import { readJson } from './manifest.js'

/**
 * File in the folder of the store with the time of the last refresh that confirmed every list to be the newest. The age of the trust is counted from it, also
 * after a restart: a restart must not hide an outage.
 */
const fileName = 'confirmed.json'

/** Stores the time of a refresh that confirmed every list. Rejects with system errors. */
export async function storeConfirmation(disk: Disk, folder: string, at: Instant): Promise<void> {
  await disk.makeFolder(folder)
  await replaceFile(disk, join(folder, fileName), Buffer.from(`${JSON.stringify({ confirmedAt: formatInstant(at) })}\n`))
}

/** The stored time; null when the file is missing or unreadable, and for a time in the future, because a clock was wrong. */
export async function readConfirmation(disk: Disk, folder: string, now: Instant): Promise<Instant | null> {
  const bytes = await disk.read(join(folder, fileName))
  const value = bytes === null ? null : readJson(bytes)
  if (typeof value !== 'object' || value === null || !('confirmedAt' in value) || typeof value.confirmedAt !== 'string') return null
  const at = Date.parse(value.confirmedAt)
  return at <= now ? at : null
}
