import { randomBytes } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Creates a file atomically and durably. It is written under another name in the same folder, with permissions for its owner only, flushed, and then linked to
 * its name. The link never replaces a file (EEXIST). `write` gets the path of an empty file and must have closed the file when it resolves. Rejects with the
 * reason of the signal when it is aborted before the file has its name; the temporary file is then removed.
 */
export async function writeCopy(target: string, write: (path: string) => Promise<void>, signal?: AbortSignal): Promise<void> {
  const part = join(dirname(target), `.${basename(target)}.${randomBytes(8).toString('hex')}`)
  await (await open(part, 'wx', 0o600)).close()
  try {
    await write(part)
    await sync(part, 'r+')
    signal?.throwIfAborted()
    await link(part, target)
  } finally {
    await rm(part, { force: true })
  }
  // The names of files are content of their folder, which must survive a power cut as well.
  await syncFolder(dirname(target))
}

/** Flushes the names of the files in a folder to the disk. */
export function syncFolder(folder: string): Promise<void> {
  return sync(folder, 'r')
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const opened = await open(path, flags)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
