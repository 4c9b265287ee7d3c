import { limits, readBuildInformation } from '#config'
import { listFilesOf, type ReadFolder, type RefreshTools } from '#trust-lists'
import { disk } from '../regular-file.js'
import { openDecodedCache } from '../validation-context.js'
import { machineDisk } from './disk.js'
import { createHttpFetcher } from './http-fetcher.js'

/** Settings of the network. Plain data, so that it can be sent to a thread. */
export interface NetworkSettings {
  readonly proxy: string | null
  readonly privateAddresses: boolean
}

export const readListFolder: ReadFolder = (folder) => listFilesOf(folder, disk, limits.trust)

export function openRefreshTools({ proxy, privateAddresses }: NetworkSettings): RefreshTools {
  const { name, version } = readBuildInformation()
  const { downloadMilliseconds, idleMilliseconds, maxRedirects } = limits.trustRefresh
  return {
    disk: machineDisk,
    fetch: createHttpFetcher({
      proxy: proxy === null ? null : new URL(proxy),
      privateAddresses,
      userAgent: `${name}/${version}`,
      limits: { maxBytes: limits.trustedList.xml.maxBytes, maxRedirects, milliseconds: downloadMilliseconds, idleMilliseconds },
    }),
    readFolder: readListFolder,
    cache: openDecodedCache(),
    limits,
  }
}
