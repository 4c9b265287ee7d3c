import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { writeContainer } from '#cdoc2/container'
import { limits as bounds, limits } from '#config'
import type { Instant, SignatureFacts } from '#model'
import { DER, Fields, INTEGER, openSequence } from '#readers/der'
import type { DecodedCache } from '#readers/x509'
import { buildTrustSnapshot, collectValidationData, openPackedIndex, packTrustIndex, readTrustSettings, type TrustIndex } from '#trust'
import { nothingKnown, performRefresh, type RefreshSettings, type RefreshTools } from '#trust/lists'
import { compareManifest, openAsic } from '#validation/container'
import { concludeDocument, POLv1 } from '#validation/policy'
import { readAsicSignatures } from '#validation/signature'
import { disk as files } from '../../src/files/regular-file.js'
import { openValidator } from '../../src/library.js'
import { validateDocument } from '../../src/validation/validate-document.js'
import {
  openCacheAcrossDocuments,
  openDecodedCache,
  openIndex,
  openInstances,
  validationContextOf,
} from '../../src/validation/validation-context.js'

/** The examples of the docstrings, where the compiler sees them; `examples.test.ts` runs them and looks for each example of `src` in here. */

export async function withValidator(bytes: Uint8Array) {
  const validator = await openValidator({ trust: 'fixtures/trust/standard.json' })
  const report = await validator.validate(bytes, { filename: 'lt.asice', at: new Date('2026-06-01T12:00:00Z') })
  const verdicts = report.signatures.map(({ signedBy, indication, subIndication }) => [signedBy, indication, subIndication])
  await validator.close()
  return verdicts
}

export function withPackedIndex(document: Uint8Array, packed: SharedArrayBuffer, validationTime: Instant) {
  const kept = openCacheAcrossDocuments(limits)
  const context = validationContextOf(
    openIndex(packed, kept, limits),
    openInstances([], kept, limits),
    openDecodedCache(limits, kept),
    limits,
  )
  const request = { document, filename: 'lt.asice', documentType: 'BDOC', policy: 'POLv1', validationTime } as const
  const verdicts = validateDocument(request, context).signatures.map(({ indication }) => indication)
  return verdicts
}

export function takenApart(document: Uint8Array, cache: DecodedCache) {
  const opened = openAsic(document, limits)
  const signatures = readAsicSignatures(opened, { cache, limits })
  const findings = [...opened.findings, ...compareManifest(opened, signatures, limits.container)]
  return { signatures, findings }
}

export function trusted(cache: DecodedCache) {
  const snapshot = buildTrustSnapshot([readTrustSettings('fixtures/trust/standard.json', { files, cache, limits: limits.trust })])
  const index = openPackedIndex(packTrustIndex(snapshot, cache), cache.certificate)
  return { snapshot, index }
}

export function concluded(facts: SignatureFacts, index: TrustIndex, cache: DecodedCache, validationTime: Instant) {
  const data = collectValidationData(facts, index, { cache, limits })
  const conclusions = concludeDocument(POLv1, [{ kind: 'read', facts, data }], index.snapshot.sources, validationTime)
  const verdicts = conclusions.map(({ indication }) => indication)
  return verdicts
}

export async function refreshedTwice(settings: RefreshSettings, now: Instant, tools: RefreshTools) {
  const first = await performRefresh({ ...settings, now, online: true, mayBePoorer: [], state: nothingKnown }, tools)
  const second = await performRefresh({ ...settings, now, online: true, mayBePoorer: [], state: first.state }, tools)
  return { first, second }
}

export function publicKeyParts(bytes: Uint8Array) {
  const fields = new Fields(openSequence(bytes, limits.asn1, DER, 'an RSAPublicKey'))
  const modulus = fields.next(INTEGER, 'modulus')
  const exponent = fields.next(INTEGER, 'publicExponent')
  fields.end()
  return [modulus, exponent]
}

type Fill = Parameters<typeof writeContainer>[1]

export async function encrypted(password: string, label: string, fill: Fill, file: Pick<FileHandle, 'write'>) {
  const limits = bounds.cdoc2
  for await (const chunk of writeContainer([{ kind: 'password', password, label }], fill, randomBytes, limits)) await file.write(chunk)
}
