import { limits } from '#config'
import type { AsicLimits, DdocLimits } from '#container'
import type { TrustSnapshot } from '#model'
import type { SignatureContext } from '#signature'
import { createDecodedCache, indexSnapshot, type TrustContext, type TrustIndex } from '#trust'

/** Bounds of one validation; `limits` of the settings fits. */
export type ValidationLimits = AsicLimits & DdocLimits & SignatureContext['limits'] & TrustContext['limits']

/** Parsed certificates and results of checks that cost time and never change; one for each thread, bounded. */
export type DecodedCache = TrustContext['cache']

/** What a validation needs beside the request. The same request and context give the same report. */
export interface ValidationContext {
  readonly index: TrustIndex
  readonly cache: DecodedCache
  readonly limits: ValidationLimits
}

export function openDecodedCache(): DecodedCache {
  return createDecodedCache({
    limits: limits.asn1,
    maxCertificates: limits.workers.maxCachedCertificates,
    maxRevocations: limits.workers.maxCachedRevocations,
  })
}

export function createValidationContext(snapshot: TrustSnapshot, cache: DecodedCache): ValidationContext {
  return validationContextOf(indexSnapshot(snapshot, cache), cache)
}

export function validationContextOf(index: TrustIndex, cache: DecodedCache): ValidationContext {
  return { index, cache, limits }
}
