import { limits } from '#config'
import type { AsicLimits, DdocLimits, PdfDocumentLimits, XroadLimits } from '#container'
import type { SignatureContext, XroadContext } from '#signature'
import { createDecodedCache, KeptStructures, keepPublicKeys, openPackedIndex, type TrustContext, type TrustIndex } from '#trust'
import { OpenedInstances, type PackedInstance } from './xroad-instances.js'

/** Bounds of one validation; `limits` of the settings fits. */
export type ValidationLimits = AsicLimits &
  DdocLimits &
  XroadLimits &
  XroadContext['limits'] &
  PdfDocumentLimits &
  SignatureContext['limits'] &
  TrustContext['limits']

/** Certificates and responses of one document, decoded. */
export type DecodedCache = TrustContext['cache']

/** What a validation needs beside the request. The same request and context give the same report. */
export interface ValidationContext {
  readonly index: TrustIndex
  /** Instances of X-Road, which have trust of their own. */
  readonly instances: OpenedInstances
  readonly cache: DecodedCache
  readonly limits: ValidationLimits
}

/** One for each thread, in which documents find what others have shown before. */
export function openKeptStructures(): KeptStructures {
  return new KeptStructures(limits.kept)
}

/** Lets this thread keep public keys from one document to the next, beginning with none. */
export function keepKeys(): void {
  keepPublicKeys(limits.kept.publicKeys)
}

/** One for each document, or for one reading of lists and settings, where nothing is kept. */
export function openDecodedCache(kept: KeptStructures | null = null): DecodedCache {
  return createDecodedCache({ limits: limits.asn1, kept })
}

/** A packed index as a thread keeps it from one document to the next. */
export function openIndex(packed: ArrayBufferLike, kept: KeptStructures): TrustIndex {
  return openPackedIndex(new Uint8Array(packed), (der) => openDecodedCache(kept).certificate(der), limits.kept.entities)
}

/** Instances of X-Road as a thread keeps them. */
export function openInstances(packed: readonly PackedInstance[], kept: KeptStructures): OpenedInstances {
  const read = (der: Buffer) => openDecodedCache(kept).certificate(der).facts
  return new OpenedInstances(packed, (bytes) => openIndex(bytes, kept), read)
}

export function validationContextOf(index: TrustIndex, instances: OpenedInstances, cache: DecodedCache): ValidationContext {
  return { index, instances, cache, limits }
}
