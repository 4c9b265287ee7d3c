/**
 * Opens containers: bytes in, an `OpenedDocument` out, that is data files, signature files and what is odd about the container. What a
 * signature says is read elsewhere; nothing here looks at trust or policy. `recogniseDocument` tells the type of a document by its bytes,
 * `describeContent` what another file looks like.
 *
 * `openAsic` takes a ZIP archive apart (ASiC-E with XAdES, BDOC 2.1): which entry is what (entry-kind), whether its name is acceptable
 * (entry-name), the container type (mimetype), the manifest. Once the signatures are read, `compareManifest` holds container, manifest and
 * signatures against each other. What cannot be opened or asks for too much is a `ContainerError` (refusal).
 * Everything that is merely odd is a finding (findings), which changes no verdict. `openDdoc` (ddoc/) does the same for DIGIDOC-XML, which is one
 * XML document: its elements are where they belong, its data files decoded and digested by the rules of its version.
 */
export { type AsicLimits, openAsic } from './asic.js'
export { type DdocLimits, openDdoc } from './ddoc/open-ddoc.js'
export { describeContent } from './describe-content.js'
export { compareManifest } from './manifest-comparison.js'
export { openPdf, type PdfDocumentLimits } from './pdf/open-pdf.js'
export { recogniseDocument } from './recognise-document.js'
export { compareXroad, openXroad, type XroadLimits } from './xroad/open-xroad.js'
