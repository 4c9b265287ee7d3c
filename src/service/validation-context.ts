import { limits } from '#config'
import type { AsicLimits, DdocLimits, PdfDocumentLimits } from '#container'
import type { TrustSnapshot } from '#model'
import type { SignatureContext } from '#signature'
import { createDecodedCache, indexSnapshot, KeptStructures, openPackedIndex, type TrustContext, type TrustIndex } from '#trust'

/** Bounds of one validation; `limits` of the settings fits. */
export type ValidationLimits = AsicLimits & DdocLimits & PdfDocumentLimits & SignatureContext['limits'] & TrustContext['limits']

/** Certificates and responses of one document, decoded. */
export type DecodedCache = TrustContext['cache']

/** What a validation needs beside the request. The same request and context give the same report. */
export interface ValidationContext {
  readonly index: TrustIndex
  readonly cache: DecodedCache
  readonly limits: ValidationLimits
}

/** One for each thread, in which documents find what others have shown before. */
export function openKeptStructures(): KeptStructures {
  return new KeptStructures(limits.kept)
}

/** One for each document, or for one reading of lists and settings, where nothing is kept. */
export function openDecodedCache(kept: KeptStructures | null = null): DecodedCache {
  return createDecodedCache({ limits: limits.asn1, kept })
}

/** A packed index as a thread keeps it from one document to the next. */
export function openIndex(packed: ArrayBufferLike, kept: KeptStructures): TrustIndex {
  return openPackedIndex(new Uint8Array(packed), (der) => openDecodedCache(kept).certificate(der), limits.kept.entities)
}

export function createValidationContext(snapshot: TrustSnapshot, cache: DecodedCache): ValidationContext {
  return validationContextOf(indexSnapshot(snapshot, cache), cache)
}

export function validationContextOf(index: TrustIndex, cache: DecodedCache): ValidationContext {
  return { index, cache, limits }
}
