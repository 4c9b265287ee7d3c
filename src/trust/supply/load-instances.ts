import type { Limits } from '#config'
import { disk } from '#files'
import type { XroadInstanceTrust } from '#model'
import { createDecodedCache, shareTrustIndex } from '#trust'
import type { PackedInstance } from '#trust/xroad'
import { readXroadSettings } from '#trust/xroad'

/** The X-Road instances of `ALLKIRI_XROAD`, in memory that threads share; none when `path` is null. Throws `TrustSettingsError`. */
export function loadInstances(path: string | null, limits: Limits): readonly PackedInstance[] {
  if (path === null) return []
  const { trust, trustedList, xroadTrust } = limits
  const context = {
    files: disk,
    cache: createDecodedCache({ limits: limits.asn1, kept: null }),
    limits: { trust, configuration: { xml: trustedList.xml, ...xroadTrust } },
  }
  return readXroadSettings(path, context).map((instance) => packInstance(instance, limits))
}

function packInstance({ instance, snapshot, intermediates, ...parameters }: XroadInstanceTrust, limits: Limits): PackedInstance {
  const shared = shareTrustIndex(snapshot, createDecodedCache({ limits: limits.asn1, kept: null }))
  // In memory of their own: a message to a thread takes everything behind a slice.
  return { instance, ...shared, intermediates: intermediates.map(({ encoded }) => new Uint8Array(encoded)), ...parameters }
}
