import type { Limits } from '#config'
import type { XroadInstanceTrust } from '#model'
import { shareTrustIndex } from '#trust'
import { readXroadSettings } from '#xroad-trust'
import { disk } from './regular-file.js'
import { openDecodedCache } from './validation-context.js'
import type { PackedInstance } from './xroad-instances.js'

/** The X-Road instances of `ALLKIRI_XROAD`, in memory that threads share; none when `path` is null. Throws `TrustSettingsError`. */
export function loadInstances(path: string | null, limits: Limits): readonly PackedInstance[] {
  if (path === null) return []
  const { trust, trustedList, xroadTrust } = limits
  const context = {
    files: disk,
    cache: openDecodedCache(limits),
    limits: { trust, configuration: { xml: trustedList.xml, ...xroadTrust } },
  }
  return readXroadSettings(path, context).map((instance) => packInstance(instance, limits))
}

function packInstance({ instance, snapshot, intermediates, ...parameters }: XroadInstanceTrust, limits: Limits): PackedInstance {
  const shared = shareTrustIndex(snapshot, openDecodedCache(limits))
  return { instance, ...shared, intermediates: intermediates.map(({ encoded }) => encoded), ...parameters }
}
