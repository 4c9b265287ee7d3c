/**
 * Opens containers: bytes in, an `OpenedDocument` out, that is data files, signature files and findings about the container. Signatures are read
 * in `#signature`; nothing here knows trust or policy. `recogniseDocument` finds the type of a document by its bytes, `describeContent` names the
 * kind of any other file.
 *
 * `openAsic` takes a ZIP archive apart (ASiC-E with XAdES, BDOC 2.1): which entry is what (entry-kind), whether its name is acceptable
 * (entry-name), the container type (mimetype), the manifest. Once the signatures are read, `compareManifest` compares container, manifest and
 * signatures. A container that cannot be opened or reaches a bound is a `ContainerError` (refusal); any other defect of a container is a finding
 * (findings), which changes no verdict. `openDdoc` (ddoc/) does the same for DIGIDOC-XML, which is one XML document: it checks the places of
 * elements, and decodes and digests data files by the rules of the version.
 *
 * @example
 * const opened = openAsic(document, limits)
 * const signatures = readAsicSignatures(opened, { cache, limits })
 * const findings = [...opened.findings, ...compareManifest(opened, signatures, limits.container)]
 */
export { type AsicLimits, openAsic } from './asic.js'
export { type DdocLimits, openDdoc } from './ddoc/open-ddoc.js'
export { describeContent } from './describe-content.js'
export { compareManifest } from './manifest-comparison.js'
export { openPdf, type PdfDocumentLimits } from './pdf/open-pdf.js'
export { type RecognitionLimits, recogniseDocument } from './recognise-document.js'
export { compareXroad, openXroad, type XroadLimits } from './xroad/open-xroad.js'
