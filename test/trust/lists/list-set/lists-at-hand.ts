import { limits } from '#config'
import { createDecodedCache } from '#readers/x509'
import { assembleLists } from '../../../../src/trust/lists/list-set/assemble-lists.js'
import type { ListFile, ListOrigin, ListPromise } from '../../../../src/trust/lists/list-set/list-file.js'
import type { AssemblyContext, ListSet, ListSource } from '../../../../src/trust/lists/list-set/list-set.js'
import { listMoment, listSigners, lotlLocation, noticeUrl } from '../../../support/trusted-lists/index.js'

/** The list of lists of the test world, with its first signer pinned by a notice. */
export const source: ListSource = {
  name: 'test',
  location: lotlLocation,
  territory: 'EU',
  anchors: [{ name: 'notice-1', noticeUrl, certificates: [listSigners.lotl.certificate.der] }],
  territories: { kind: 'all' },
  folder: null,
}

/** A file of a folder: nobody asked for it by name. */
export const file = (name: string, bytes: Uint8Array, origin: ListOrigin = 'folder', promised: ListPromise | null = null): ListFile => ({
  name,
  origin,
  promised,
  bytes: () => bytes,
})

export const lotlFile = (bytes: Uint8Array, origin: ListOrigin = 'network'): ListFile =>
  file('lotl', bytes, origin, { kind: 'list-of-lists' })
export const pivotFile = (location: string, bytes: Uint8Array): ListFile => file(location, bytes, 'network', { kind: 'pivot', location })
export const nationalFile = (territory: string, bytes: Uint8Array, origin: ListOrigin = 'network'): ListFile =>
  file(`${territory} by ${origin}`, bytes, origin, { kind: 'trusted-list', territory })

export function contextAt(changes: Partial<AssemblyContext> = {}): AssemblyContext {
  return {
    now: listMoment,
    limits: limits.trustedList,
    cache: createDecodedCache({ limits: limits.asn1, kept: null }),
    accepted: new Map(),
    mayBePoorer: new Set(),
    ...changes,
  }
}

export function assemble(files: readonly ListFile[], changes: Partial<AssemblyContext> = {}, from: Partial<ListSource> = {}): ListSet {
  return assembleLists([{ source: { ...source, ...from }, files }], contextAt(changes))
}

/** `EE 1`, `list-of-lists:test 10`, … in their order. */
export const listsIn = (set: ListSet): readonly string[] => set.lists.map((list) => `${list.id} ${list.sequenceNumber}`)
/** `EE LIST_SEQUENCE`, … in their order. */
export const refusalsIn = (set: ListSet): readonly string[] => set.refusals.map((refusal) => `${refusal.territory ?? '?'} ${refusal.code}`)
