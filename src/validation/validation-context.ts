import type { Limits } from '#config'
import { CacheAcrossDocuments, createDecodedCache, keepPublicKeys, openPackedIndex, type TrustContext, type TrustIndex } from '#trust'
import { OpenedInstances, type PackedInstance } from '#trust/xroad'
import type { AsicLimits, DdocLimits, PdfDocumentLimits, RecognitionLimits, XroadLimits } from '#validation/container'
import type { OperatorPolicy } from '#validation/policy'
import type { SignatureContext, XroadContext } from '#validation/signature'

/** Bounds of one validation, satisfied by `limits`. */
export type ValidationLimits = RecognitionLimits &
  AsicLimits &
  DdocLimits &
  XroadLimits &
  XroadContext['limits'] &
  PdfDocumentLimits &
  SignatureContext['limits'] &
  TrustContext['limits']

/** Cache of the decoded certificates and responses of one document. */
export type DecodedCache = TrustContext['cache']

/** The input of a validation besides the request. The same request and context give the same report. */
export interface ValidationContext {
  readonly index: TrustIndex
  /** X-Road instances, which have their own trust. */
  readonly instances: OpenedInstances
  readonly cache: DecodedCache
  readonly limits: ValidationLimits
  /** The policies of policy files, besides the built-in ones. */
  readonly policies: readonly OperatorPolicy[]
}

/** Cache of decoded structures that the documents of a thread share. */
export function openCacheAcrossDocuments({ kept }: Pick<Limits, 'kept'>): CacheAcrossDocuments {
  return new CacheAcrossDocuments(kept)
}

/** Starts a new cache of public keys, which the documents of this thread share; the previous cache is dropped. */
export function keepKeys({ kept }: Pick<Limits, 'kept'>): void {
  keepPublicKeys(kept.publicKeys)
}

/** Cache of decoded structures of one document, backed by the cache of the thread. Null, for reading lists and settings: nothing is shared. */
export function openDecodedCache({ asn1 }: Pick<Limits, 'asn1'>, kept: CacheAcrossDocuments | null = null): DecodedCache {
  return createDecodedCache({ limits: asn1, kept })
}

/** Opens a packed trust index, which a thread uses for all documents. */
export function openIndex(packed: ArrayBufferLike, kept: CacheAcrossDocuments, limits: Pick<Limits, 'asn1' | 'kept'>): TrustIndex {
  return openPackedIndex(new Uint8Array(packed), (der) => openDecodedCache(limits, kept).certificate(der), limits.kept.entities)
}

/** The X-Road instances of a thread, each opened on first use. */
export function openInstances(
  packed: readonly PackedInstance[],
  kept: CacheAcrossDocuments,
  limits: Pick<Limits, 'asn1' | 'kept'>,
): OpenedInstances {
  const read = (der: Uint8Array) => openDecodedCache(limits, kept).certificate(der).facts
  const open = ({ packed: bytes, intermediates, ...rest }: PackedInstance) => {
    const { intermediateProfiles, ocspFreshness, verifiesNextUpdate, expires } = rest
    return {
      index: openIndex(bytes, kept, limits),
      intermediates: intermediates.map(read),
      intermediateProfiles,
      ocspFreshness,
      verifiesNextUpdate,
      expires,
    }
  }
  return new OpenedInstances(packed, open)
}

/** What a validation needs, from what its thread has opened. */
export function validationContextOf(
  index: TrustIndex,
  instances: OpenedInstances,
  cache: DecodedCache,
  limits: ValidationLimits,
  policies: readonly OperatorPolicy[] = [],
): ValidationContext {
  return { index, instances, cache, limits, policies }
}
