import { limits } from '#config'
import type { TrustSnapshot } from '#model'
import { buildTrustSnapshot, openPackedIndex, packTrustIndex, readTrustSettings, type TrustIndex } from '#trust'
import { trustWarnings } from '#trust/lists'
import { disk } from '../../src/files/regular-file.js'
import { type Trust, trustOfSnapshot } from '../../src/trust/supply/trust.js'
import type { PackedInstance } from '../../src/trust/xroad/opened-instances.js'
import {
  type DecodedCache,
  openCacheAcrossDocuments,
  openDecodedCache,
  openInstances,
  type ValidationContext,
  validationContextOf,
} from '../../src/validation/validation-context.js'

/** The trust that a settings file names; without one a snapshot that holds nothing. */
export function loadTrust(path: string | null): TrustSnapshot {
  if (path === null) return buildTrustSnapshot([])
  return buildTrustSnapshot([readTrustSettings(path, { files: disk, cache: openDecodedCache(limits), limits: limits.trust })])
}

/** Trust that never changes. */
export function fixedTrust(snapshot: TrustSnapshot, instances: readonly PackedInstance[] = []): Trust {
  const current = trustOfSnapshot(snapshot, 0, limits)
  return {
    instances,
    current: () => current,
    waitsFor: () => null,
    status: (now) => ({
      sources: [],
      facts: current.facts,
      warnings: trustWarnings(current.facts, now),
      lastTry: null,
      nextTry: null,
      lastSuccess: null,
      firstCheck: null,
      refreshes: { complete: 0, incomplete: 0, failed: 0 },
      history: [],
    }),
    close: () => undefined,
  }
}

/** The index of a snapshot, with everything that was decoded kept. */
export function indexSnapshot(snapshot: TrustSnapshot, cache: DecodedCache): TrustIndex {
  return openPackedIndex(packTrustIndex(snapshot, cache), cache.certificate)
}

/** What a validation in this thread needs. */
export function createValidationContext(
  snapshot: TrustSnapshot,
  cache: DecodedCache,
  instances: readonly PackedInstance[] = [],
): ValidationContext {
  return validationContextOf(
    indexSnapshot(snapshot, cache),
    openInstances(instances, openCacheAcrossDocuments(limits), limits),
    cache,
    limits,
  )
}
