import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '#config'
import { type DocumentType, MalformedDocument, type PolicyName, RequestError, type ValidationRequest } from '#model'
import { loadInstances } from '../../src/trust/supply/load-instances.js'
import { openDecodedCache, type ValidationContext } from '../../src/validation/validation-context.js'
import { contextFor } from '../conformance/validate-sample.js'
import type { ManifestItem } from './fixture-set.js'
import { pdfSamples } from './pdf/samples/index.js'
import { moments } from './pki.js'
import { trustPath } from './trust.js'
import { createValidationContext, loadTrust } from './validation-context.js'
import { soundContainers } from './xroad/samples.js'
import { estonia, finland, xroadTrustFiles } from './xroad/trust.js'

/** A document that can be read or not, with what is needed to validate it. */
export interface AnyDocument {
  readonly id: string
  readonly request: () => ValidationRequest
  readonly context: () => ValidationContext
}

const fixtures = new URL('../../fixtures/', import.meta.url)

/** Every fixture of BDOC and DDOC, and what the generator makes of PDF and of X-Road. */
export function everyDocument(): readonly AnyDocument[] {
  const all = JSON.parse(readFileSync(new URL('manifest.json', fixtures), 'utf8')) as readonly ManifestItem[]
  const manifest = all.filter(({ documentType }) => documentType === 'BDOC' || documentType === 'DDOC')
  const requestOf = (document: Uint8Array, documentType: DocumentType, policy: PolicyName, validationTime: number) => ({
    document,
    filename: `document.${documentType.toLowerCase()}`,
    documentType,
    policy,
    validationTime,
  })
  let xroad: ValidationContext | null = null
  return [
    ...manifest.map(({ id, file, documentType, policy, validationTime, trust }) => ({
      id,
      request: () => requestOf(readFileSync(new URL(file, fixtures)), documentType, policy, Date.parse(validationTime)),
      context: () => contextFor(trust),
    })),
    ...pdfSamples.map(({ id, document, policy, validationTime, trust }) => ({
      id: `pdf ${id}`,
      request: () => requestOf(document(), 'PDF', policy, Date.parse(validationTime)),
      context: () => contextFor(trustPath(trust)),
    })),
    ...soundContainers.map(({ id, document }) => ({
      id: `xroad ${id}`,
      request: () => requestOf(document(), 'XROAD', 'POLv1', moments.validation),
      context: () => (xroad ??= xroadContext()),
    })),
  ]
}

function xroadContext(): ValidationContext {
  const folder = mkdtempSync(join(tmpdir(), 'allkiri-xroad-'))
  for (const [name, text] of xroadTrustFiles([estonia, finland])) writeFileSync(join(folder, name), text)
  const context = createValidationContext(loadTrust(null), openDecodedCache(limits), loadInstances(join(folder, 'xroad.json'), limits))
  rmSync(folder, { recursive: true })
  return context
}

/** Null when the document is refused. */
export async function orRefused<T>(validate: () => T | Promise<T>): Promise<T | null> {
  try {
    return await validate()
  } catch (error) {
    if (error instanceof MalformedDocument || error instanceof RequestError) return null
    throw error
  }
}
