import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Does work on a file system of a megabyte; false where this user may not make one. */
export async function onSmallDisk(work: (place: string) => Promise<void>): Promise<boolean> {
  const place = mkdtempSync(join(tmpdir(), 'allkiri-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' })
  } catch {
    rmSync(place, { recursive: true })
    return false
  }
  try {
    await work(place)
    return true
  } finally {
    execFileSync('umount', [place])
    rmSync(place, { recursive: true })
  }
}
