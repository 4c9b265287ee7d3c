import { type DdocDataFile, type DdocVersion, type OpenedDocument, ReaderError } from '#model'
import { attributeOf, childElements, isReadAsUtf8, parseXml, type XmlElement, XmlError, type XmlLimits } from '#readers/xml'
import { bufferOf } from '#std'
import { skipLeadingMarks } from '../leading-marks.js'
import { readingEntry, refuseWork } from '../refusal.js'
import type { Base64Text } from './base64-text.js'
import { readDataFile } from './data-file.js'
import { formatOf } from './format.js'
import { setDataFileTextsAside } from './set-aside.js'
import { assertDdocStructure } from './structure.js'

export interface DdocLimits {
  readonly xml: XmlLimits
  readonly ddoc: {
    /** Bytes of the document, which is one XML file. This bound applies instead of `xml.maxBytes`, because the texts of the data files count too. */
    readonly maxBytes: number
    readonly maxDataFiles: number
    /** Statements of signatures about data files; a long name counts as several. Also the greatest number of references of all signatures together. */
    readonly maxFileStatements: number
    /** Characters of a name that count as one statement. */
    readonly nameCharactersOfStatement: number
    /** Minimum length of a text of a data file that is set aside before parsing. */
    readonly setAsideBytes: number
  }
}

/** A Signature element. A child that may occur once is the only child with its local name (`assertDdocStructure`). */
interface DdocSignature {
  readonly kind: 'ddoc'
  readonly element: XmlElement
}

/** An opened DIGIDOC-XML document. */
interface OpenedDdoc extends OpenedDocument<DdocSignature> {
  readonly format: 'SK-XML' | 'DIGIDOC-XML'
  readonly version: DdocVersion
  readonly dataFiles: readonly DdocDataFile[]
}

/**
 * Opens a document of SK-XML 1.0 or DIGIDOC-XML 1.1 to 1.3. `decisions.md#malformed-document` lists what makes a document unreadable; any other defect is an
 * error of the signatures that it concerns.
 *
 * @throws ContainerError when it is unreadable or exceeds a limit
 */
export function openDdoc(bytes: Uint8Array, limits: DdocLimits): OpenedDdoc {
  const { root, texts } = readingEntry(null, () => parse(withoutLeadingMarks(bytes), limits))
  const format = formatOf(root)
  assertDdocStructure(root)
  const elements = childElements(root, undefined, 'DataFile')
  const signatures = childElements(root, undefined, 'Signature')
  assertWithinLimits(elements, signatures, limits.ddoc)
  const uses = new Map<string, number>()
  for (const element of elements) uses.set(idOf(element), (uses.get(idOf(element)) ?? 0) + 1)
  const dataFiles = elements.map((element) =>
    readDataFile(element, texts.get(element.offset) ?? null, format, uses.get(idOf(element)) === 1),
  )
  return {
    type: 'DDOC',
    form: {
      kind: 'ddoc',
      version: format.version,
      hashcode: dataFiles.some(({ contentType }) => contentType === 'HASHCODE'),
    },
    format: format.format,
    version: format.version,
    dataFiles,
    signatures: signatures.map((element) => ({ kind: 'ddoc', element })),
    // Findings about a container of DIGIDOC-XML are reported with each signature (`decisions.md#ddoc-warnings`).
    findings: [],
    trustDomain: null,
  }
}

interface ParsedDdoc {
  readonly root: XmlElement
  /** Texts of data files that were set aside, by the offset of their element. */
  readonly texts: ReadonlyMap<number, Base64Text>
}

const noTexts: ReadonlyMap<number, Base64Text> = new Map()

/**
 * Parses the skeleton of the document if every text that was set aside is the whole content of a DataFile element below the root. Otherwise (a text in a
 * comment, or a text that continues after a comment) the complete document is parsed.
 */
function parse(document: Buffer, { xml, ddoc }: DdocLimits): ParsedDdoc {
  const whole = { ...xml, maxBytes: ddoc.maxBytes }
  const skeleton = document.length > ddoc.maxBytes ? null : setDataFileTextsAside(document, ddoc.setAsideBytes)
  if (skeleton !== null) {
    const root = rootOf(skeleton.bytes, whole)
    const places = childElements(root, undefined, 'DataFile').filter(
      ({ children, offset }) => children.length === 0 && skeleton.texts.has(offset),
    )
    if (places.length === skeleton.texts.size) return { root, texts: skeleton.texts }
  }
  return { root: rootOf(document, whole), texts: noTexts }
}

/** Parses the XML. Errors have no offset: it could be a position in the skeleton instead of the document. */
function rootOf(xml: Buffer, limits: XmlLimits): XmlElement {
  try {
    return parseXml(xml, limits).root
  } catch (error) {
    if (!(error instanceof XmlError) || error.offset === null) throw error
    throw new ReaderError(error.code, error.message, null, error.limit)
  }
}

/**
 * Removes byte order marks and white space before the first tag. A mark states that the document is UTF-8. With
 * a declaration of another encoding, two readers could see two documents, so that is refused.
 */
function withoutLeadingMarks(bytes: Uint8Array): Buffer {
  const document = bufferOf(bytes)
  const { start, marked } = skipLeadingMarks(document)
  const rest = document.subarray(start)
  if (marked && !isReadAsUtf8(rest))
    throw new XmlError('XML_ENCODING', 'A byte order mark says that the document is UTF-8, but another encoding is stated after it.', start)
  return rest
}

function idOf(element: XmlElement): string {
  return attributeOf(element, 'Id') ?? ''
}

/**
 * Bounds the size of the report. It has a statement about every data file for each signature, and about each reference, whether it leads to a file or not: many
 * small signatures over many long names, or with many references, would result in a report of gigabytes.
 */
function assertWithinLimits(dataFiles: readonly XmlElement[], signatures: readonly XmlElement[], limits: DdocLimits['ddoc']): void {
  if (dataFiles.length > limits.maxDataFiles)
    refuseWork('DDOC_TOO_MANY_DATA_FILES', `it holds more than ${limits.maxDataFiles} data files.`)
  const nameCharacters = dataFiles.reduce((sum, element) => sum + (attributeOf(element, 'Filename') ?? '').length, 0)
  const statements = signatures.length * (dataFiles.length + nameCharacters / limits.nameCharactersOfStatement)
  const references = signatures.reduce((sum, signature) => sum + referencesIn(signature), 0)
  if (Math.max(statements, references) > limits.maxFileStatements)
    refuseWork('DDOC_TOO_MANY_FILE_STATEMENTS', 'too many signatures cover too many data files.')
}

function referencesIn(signature: XmlElement): number {
  const [signedInfo] = childElements(signature, undefined, 'SignedInfo')
  return signedInfo === undefined ? 0 : childElements(signedInfo, undefined, 'Reference').length
}
