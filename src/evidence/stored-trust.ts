import type { Limits } from '#config'
import { ReaderError, type TrustService, type TrustSource } from '#model'
import { memberOf } from '#std'
import { buildTrustSnapshot, shareTrustIndex } from '#trust'
import type { PackedInstance } from '#trust/xroad'
import { openDecodedCache } from '#validation'
import type { EvidenceInstance } from '#writers/evidence'
import { EvidenceUnreadable } from './read-evidence.js'
import { entries } from './stored-evidence.js'

/** The packed index of the stored trust. Throws `EvidenceUnreadable`. */
export function packedTrustOf(trust: unknown, limits: Limits): ReturnType<typeof shareTrustIndex> {
  const cache = openDecodedCache(limits)
  const services = arrayIn(trust, 'services') as readonly TrustService[]
  const content = {
    // The reader of evidence has checked that these are the octets that were packed.
    sources: arrayIn(trust, 'sources') as readonly TrustSource[],
    services: [...services, ...placeholderOf(trust, services)],
    certificates: arrayIn(trust, 'certificates').map((encoded) => decoded(encoded, cache)),
  }
  try {
    return shareTrustIndex(buildTrustSnapshot([content]), cache)
  } catch (error) {
    // Evidence that somebody made by hand may have services of another form; the digests then fit all the same.
    if (!(error instanceof TypeError)) throw error
    throw new EvidenceUnreadable(`${entries.trust}: a service has another form (${error.message}).`, { cause: error })
  }
}

/** The X-Road instance of the stored trust; none for any other document. Throws `EvidenceUnreadable`. */
export function instancesOf(trust: unknown, limits: Limits): readonly PackedInstance[] {
  const stored = memberOf(trust, 'instance')
  if (stored === null || stored === undefined) return []
  const { instance, ocspFreshness, verifiesNextUpdate, expires, intermediateProfiles, intermediates } = parametersOf(stored)
  const parameters = { instance, ocspFreshness, verifiesNextUpdate, expires, intermediateProfiles, intermediates }
  return [{ ...packedTrustOf(stored, limits), ...parameters, origin: 'written' }]
}

function parametersOf(stored: unknown): Omit<PackedInstance, keyof ReturnType<typeof packedTrustOf> | 'origin'> {
  const [instance, ocspFreshness, verifiesNextUpdate] = ['instance', 'ocspFreshness', 'verifiesNextUpdate'].map((name) =>
    memberOf(stored, name),
  )
  const [expires, profiles] = [memberOf(stored, 'expires'), memberOf(stored, 'intermediateProfiles')]
  if (
    typeof instance !== 'string' ||
    typeof ocspFreshness !== 'number' ||
    typeof verifiesNextUpdate !== 'boolean' ||
    (expires !== null && typeof expires !== 'number') ||
    typeof profiles !== 'object' ||
    profiles === null
  )
    throw new EvidenceUnreadable(`${entries.trust}: the instance has another form.`)
  return {
    instance,
    ocspFreshness,
    verifiesNextUpdate,
    expires,
    intermediateProfiles: profiles as EvidenceInstance['intermediateProfiles'],
    intermediates: arrayIn(stored, 'intermediates').map((encoded) => Buffer.from(String(encoded), 'base64')),
  }
}

function arrayIn(value: unknown, member: string): readonly unknown[] {
  const found = memberOf(value, member)
  if (!Array.isArray(found)) throw new EvidenceUnreadable(`${entries.trust}: ${member} is missing.`)
  return found
}

/** A verdict says when nothing at all was trusted. Where other services were, one without a certificate stands for them. */
function placeholderOf(trust: unknown, services: readonly unknown[]): readonly TrustService[] {
  if (services.length > 0 || memberOf(trust, 'others') !== true) return []
  return [{ id: 'others', name: '', source: 'others', certificates: [], periods: [], timeMarkResponder: false }]
}

function decoded(encoded: unknown, cache: ReturnType<typeof openDecodedCache>) {
  try {
    return cache.certificate(Buffer.from(String(encoded), 'base64')).facts
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error
    throw new EvidenceUnreadable(`${entries.trust}: a certificate cannot be read (${error.described}).`, { cause: error })
  }
}
