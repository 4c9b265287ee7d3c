/**
 * Opens containers: bytes in, an `OpenedDocument` out, with data files, signature files and findings about the container. `#signature` reads the signatures;
 * this folder does not know trust or policy. `recogniseDocument` finds the type of a document by its bytes, `describeContent` describes any other file.
 *
 * - `openAsic` opens a ZIP archive (ASiC-E with XAdES, BDOC 2.1). It determines the kind of each entry (entry-kind), checks its name (entry-name) and the
 *   container type (mimetype), and reads the manifest. When the signatures are read, `compareManifest` compares container, manifest and signatures.
 * - `openDdoc` (ddoc/) opens DIGIDOC-XML, which is one XML document. It checks the structure, and decodes and digests data files by the rules of the version.
 * - `openPdf` (pdf/) opens a PDF file, `openXroad` (xroad/) a container of X-Road.
 *
 * A container that cannot be opened or reaches a bound is a `ContainerError` (refusal). Any other defect of a container is a finding (findings), which changes
 * no verdict.
 *
 * @example
 * const opened = openAsic(document, limits)
 * const signatures = readAsicSignatures(opened, { cache, limits })
 * const findings = [...opened.findings, ...compareManifest(opened, signatures, limits.container)]
 */
export { type AsicLimits, openAsic } from './asic.js'
export { openAsicE, openAsicS } from './asic-container.js'
export { contentOfMessage, openMessage } from './cades/open-message.js'
export { type DdocLimits, openDdoc } from './ddoc/open-ddoc.js'
export { describeContent } from './describe-content.js'
export { type Coverage, nothingLeftOut } from './files-left-out.js'
export { compareManifest, filesLeftOutBeside, filesLeftOutOfAsic } from './manifest-comparison.js'
export { namesInArchive } from './names-in-archive.js'
export { openPdf, type PdfDocumentLimits } from './pdf/open-pdf.js'
export { type RecognitionLimits, recogniseDocument } from './recognise-document.js'
export { openXml } from './xml/open-xml.js'
export { compareXroad, filesLeftOutOfXroad, openXroad, type XroadLimits } from './xroad/open-xroad.js'
