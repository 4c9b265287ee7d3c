import { randomBytes } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Makes a file atomically and durably: it is written under another name in the same folder, with permissions for its owner only, flushed, and then linked to its
 * name, which never replaces a file (EEXIST). `write` gets the path of an empty file and must have closed it when it resolves: the flush closes a descriptor of
 * the file, which would drop locks. Rejects with the reason of the signal when it is aborted before the file has its name, and leaves nothing behind.
 */
export async function writeCopy(target: string, write: (path: string) => Promise<void>, signal?: AbortSignal): Promise<void> {
  const part = join(dirname(target), `.${basename(target)}.${randomBytes(8).toString('hex')}`)
  await (await open(part, 'wx', 0o600)).close()
  try {
    await write(part)
    await flush(part, 'r+')
    signal?.throwIfAborted()
    await link(part, target)
  } finally {
    await rm(part, { force: true })
  }
  // The content of a folder is the names of its files, which must survive a power cut too.
  await flush(dirname(target), 'r')
}

async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const opened = await open(path, flags)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
