import { basename, extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { Limits } from '#config'
import { type DocumentType, MalformedDocument, RequestError, resultOr, siva1DocumentTypes } from '#model'
import type { DocumentRequest, ValidationService } from '#threads'
import { documentTypeOf } from '#validation'
import { extensionOf, otherwiseTypeUnder, typesUnder } from '#writers/siva3'
import type { DocumentInput } from '../validate/document-inputs.js'
import { readDocument } from '../validate/read-document.js'
import { emptyFolder, type FileProblem, problemOf } from '../validate/validate-file.js'
import { type ComparedAnswer, readReport, type SivaInterface } from './compared-answer.js'
import { type Difference, differencesOf } from './differences.js'
import { NoAnswer, type SivaClient } from './siva-client.js'

interface ComparisonOptions {
  readonly client: SivaClient
  readonly siva: SivaInterface
  readonly policy: string
  readonly limits: Limits
  /** The standard input. */
  readonly input: Readable
}

/** Both answers to one file with what differs, or why they could not be compared. */
export type FileComparison =
  | { readonly file: string; readonly differences: readonly Difference[]; readonly there: ComparedAnswer; readonly here: ComparedAnswer }
  | { readonly file: string; readonly problem: FileProblem }

/** Asks both services about one file. Never rejects for what is wrong with the file or with the other service: the other files are still compared. */
export async function compareFile(source: DocumentInput, service: ValidationService, options: ComparisonOptions): Promise<FileComparison> {
  const file = source.path
  if (source.kind === 'empty-folder') return { file, problem: emptyFolder }
  try {
    const document = await readDocument(file, options.input, options.limits.commandLine.maxFileBytes)
    const filename = nameFor(options.siva, file, document, options.limits)
    const documentType = typeFor(options, document, filename)
    const { policy } = options
    // The validation may take the memory of the document, so the question is written first.
    const asked = options.client.ask({ document, filename, policy, documentType })
    const request = { document, filename, policy, validationTime: service.clock(), ...routingOf(options.siva, documentType, filename) }
    const validated = validateHere(request, service, options.siva)
    const [there, here] = await Promise.all([asked, validated])
    return { file, differences: differencesOf(there, here), there, here }
  } catch (error) {
    return { file, problem: error instanceof NoAnswer ? { code: 'NO_ANSWER', message: error.message } : problemOf(error) }
  }
}

/** The answer of this program, as it would be sent by the interface that is compared with: so both are read in one way. */
async function validateHere(request: DocumentRequest, service: ValidationService, siva: SivaInterface): Promise<ComparedAnswer> {
  try {
    const { written } = await (siva === 'siva1'
      ? service.validate(request, { form: 'siva1-json', strict: false, detailed: false })
      : service.validate(request, { form: 'siva3', strict: false, reportType: 'Simple', named: true, digests: null, digest: false }))
    const read = readReport(written)
    if (read === null) throw new TypeError('a report of our own is one of SiVa')
    return read
  } catch (error) {
    if (error instanceof MalformedDocument || error instanceof RequestError) {
      const { code, message } = problemOf(error)
      return { kind: 'refused', problems: [{ key: code, text: message }], isFailure: false }
    }
    throw error
  }
}

/** How the interface here finds the type: SiVa 1 by what a request states, the others by the content and, for what they refuse, by the extension. */
function routingOf(
  siva: SivaInterface,
  documentType: DocumentType | null,
  filename: string,
): Pick<DocumentRequest, 'documentType' | 'acceptedTypes' | 'otherwiseType'> {
  if (siva === 'siva1') return { documentType }
  const extension = extensionOf(filename)
  return { documentType: null, acceptedTypes: typesUnder(extension), otherwiseType: otherwiseTypeUnder(extension) }
}

/** The type that a request states: SiVa 1 requires one, SiVa 2 knows that of X-Road, SiVa 3 none. */
function typeFor({ siva, limits }: ComparisonOptions, document: Uint8Array, filename: string): DocumentType | null {
  if (siva === 'siva3') return null
  // What is of no type of SiVa 1 is sent as its name says, and validated as that here too: both services should refuse it.
  const type = resultOr<DocumentType, MalformedDocument, DocumentType>(
    MalformedDocument,
    () => documentTypeOf(document, limits),
    () => typeByName(filename),
  )
  if (siva === 'siva2') return type === 'XROAD' ? type : null
  return siva1DocumentTypes.some((known) => known === type) ? type : typeByName(filename)
}

function typeByName(filename: string): DocumentType {
  const extension = extname(filename).toLowerCase()
  if (extension === '.ddoc') return 'DDOC'
  return extension === '.pdf' ? 'PDF' : 'BDOC'
}

/**
 * The name of a file in a request; without the characters that SiVa 1 forbids. What comes from the standard input has no name of its own, and SiVa 3 answers 500
 * to one without an extension.
 */
function nameFor(siva: SivaInterface, path: string, document: Uint8Array, limits: Limits): string {
  const name = path === '-' ? `document${extensionFor(document, limits)}` : basename(path)
  return siva === 'siva1' ? name.replace(/[*/"\\:?&%]/g, '_') : name
}

const extensions: Readonly<Record<DocumentType, string>> = {
  BDOC: '.asice',
  XROAD: '.asice',
  ASICE: '.asice',
  ASICS: '.asics',
  DDOC: '.ddoc',
  PDF: '.pdf',
  CADES: '.p7m',
  XADES: '.xml',
}

function extensionFor(document: Uint8Array, limits: Limits): string {
  return resultOr(
    MalformedDocument,
    () => extensions[documentTypeOf(document, limits)],
    () => '.asice',
  )
}
