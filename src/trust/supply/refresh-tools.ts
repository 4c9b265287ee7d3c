import { open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { type Limits, readBuildInformation } from '#config'
import { disk, makeFolder, readWholeFile } from '#files'
import { systemErrorCode } from '#model'
import { createDecodedCache } from '#trust'
import { type Disk, listFilesOf, type ReadFolder, type RefreshTools } from '#trust/lists'
import { createHttpFetcher } from './http-fetcher.js'

/** Permissions for the user of the service only: a user who can write to the folder could plant a forged result. */
const fileMode = 0o600
const folderMode = 0o700

/** The file system of this machine. A file of more than `maxStoredBytes` counts as missing. */
export const openMachineDisk = (maxStoredBytes: number): Disk => ({
  async read(path) {
    const bytes = await readIfThere(path, maxStoredBytes, (size) => new ArrayBuffer(size))
    return bytes === null ? null : new Uint8Array(bytes)
  },
  readShared: (path) => readIfThere(path, maxStoredBytes, (size) => new SharedArrayBuffer(size)),
  write: (path, bytes) => writeFile(path, bytes, { mode: fileMode, flush: true }),
  rename: (from, to) => rename(from, to),
  async syncFolder(folder) {
    // Windows cannot open a folder; there a rename is durable by itself.
    if (process.platform === 'win32') return
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
  makeFolder: async (folder) => {
    await makeFolder(folder, folderMode)
  },
  async list(folder) {
    try {
      return await readdir(folder)
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return []
      throw error
    }
  },
  remove: (path) => rm(path, { force: true }),
})

async function readIfThere<T extends ArrayBuffer | SharedArrayBuffer>(
  path: string,
  maxBytes: number,
  allocate: (size: number) => T,
): Promise<T | null> {
  try {
    return await readWholeFile(path, maxBytes, allocate)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Settings of the network. Plain data, so that it can be sent to a thread. */
export interface NetworkSettings {
  readonly proxy: string | null
  readonly privateAddresses: boolean
}

export const listFolderReader =
  (limits: Limits): ReadFolder =>
  (folder) =>
    listFilesOf(folder, disk, limits.trust)

export function openRefreshTools({ proxy, privateAddresses }: NetworkSettings, limits: Limits): RefreshTools {
  const { name, version } = readBuildInformation()
  const { downloadMilliseconds, idleMilliseconds, maxRedirects, maxStoredBytes } = limits.trustRefresh
  return {
    disk: openMachineDisk(maxStoredBytes),
    fetch: createHttpFetcher({
      proxy: proxy === null ? null : new URL(proxy),
      privateAddresses,
      userAgent: `${name}/${version}`,
      limits: { maxBytes: limits.trustedList.xml.maxBytes, maxRedirects, milliseconds: downloadMilliseconds, idleMilliseconds },
    }),
    readFolder: listFolderReader(limits),
    cache: createDecodedCache({ limits: limits.asn1, kept: null }),
    limits,
  }
}
