import type { DetachedData, OpenedDocument } from '#model'
import { parseXml, type XmlDocument, type XmlLimits } from '#readers/xml'
import { detachedDataFiles } from '../detached-data-files.js'
import { readingEntry } from '../refusal.js'

/** An XML document that is no container: with signatures over it, over parts of it, or over files that are given beside it. */
interface OpenedXml extends OpenedDocument {
  readonly document: XmlDocument
  readonly detached: DetachedData | null
}

/**
 * Opens an XML document with XAdES signatures (EN 319 132-1). A document without signatures opens too.
 *
 * @throws ContainerError when it is not well-formed, or reaches a bound
 */
export function openXml(bytes: Uint8Array, { xml }: { readonly xml: XmlLimits }, detached: DetachedData | null): OpenedXml {
  return {
    type: 'XADES',
    form: { kind: 'xades' },
    document: readingEntry(null, () => parseXml(bytes, xml)),
    detached,
    dataFiles: detachedDataFiles(detached),
    signatures: [],
    findings: [],
    trustDomain: null,
  }
}
