import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { type Limits, originalStack } from '#config'
import { type DetachedData, type DocumentType, MalformedDocument, type PolicyName, RequestError, systemErrorCode } from '#model'
import type { ValidationOutcome, ValidationService } from '#threads'
import { documentTypeOf } from '#validation'
import type { ReportOrder } from '#writers'
import type { ReportSummary } from '#writers/statistics'
import { exitStatus } from '../exit-status.js'
import type { DocumentInput } from './document-inputs.js'
import { FileTooLarge, readDocument } from './read-document.js'

export interface FileOptions<Order extends ReportOrder = CommandOrder> {
  /** Null: recognised by the content. */
  readonly type: DocumentType | null
  readonly policy: PolicyName
  /** Files that detached signatures cover. */
  readonly content: readonly string[]
  /** The form in which the report of a file is written. */
  readonly orderFor: (file: string) => Order
  readonly limits: Limits
  /** The standard input. */
  readonly input: Readable
}

export type CommandOrder = Extract<ReportOrder, { readonly form: 'text' | 'command-json' }>

/** Why a file was not validated. */
export interface FileProblem {
  readonly code: string
  readonly message: string
}

export type FileResult<Order extends ReportOrder = CommandOrder> =
  | { readonly file: string; readonly status: number; readonly written: ValidationOutcome<Order>['written'] }
  | { readonly file: string; readonly status: number; readonly problem: FileProblem }

/** Validates one file. Never rejects: an error becomes the result of this file, and the other files are still validated. */
export async function validateFile<Order extends ReportOrder>(
  source: DocumentInput,
  service: ValidationService,
  options: FileOptions<Order>,
): Promise<FileResult<Order>> {
  const file = source.path
  if (source.kind === 'empty-folder') return { file, status: exitStatus.unreadable, problem: emptyFolder }
  if (file.includes('\0')) return { file, status: exitStatus.unreadable, problem: zeroInName }
  try {
    const document = await readDocument(file, options.input, options.limits.commandLine.maxFileBytes)
    const documentType = options.type ?? documentTypeOf(document, options.limits)
    const detached = await readContent(options)
    const request = { document, filename: basename(file), documentType, policy: options.policy, validationTime: service.clock(), detached }
    const { summary, written } = await service.validate(request, options.orderFor(file))
    return { file, status: statusOf(summary), written }
  } catch (error) {
    return { file, status: exitStatus.unreadable, problem: problemOf(error) }
  }
}

/** The files that detached signatures cover; null for none. */
async function readContent({ content, input, limits }: Pick<FileOptions, 'content' | 'input' | 'limits'>): Promise<DetachedData | null> {
  if (content.length === 0) return null
  const files = content.map(async (path) => ({
    name: basename(path),
    bytes: await readDocument(path, input, limits.commandLine.maxFileBytes),
  }))
  return { kind: 'files', files: await Promise.all(files) }
}

/** The exit status for a report: whether it has signatures, all of them passed, and each of them covers every file (`decisions.md#unsigned-files`). */
export function statusOf({ signatures, passing, filesLeftOut: { byAll, bySome } }: ReportSummary): number {
  const allPassed = signatures > 0 && passing === signatures
  return allPassed && byAll.count + bySome.count === 0 ? exitStatus.allPassed : exitStatus.notAllPassed
}

/** A folder in which no file has the name of a signed document. */
export const emptyFolder: FileProblem = {
  code: 'FOLDER_WITHOUT_DOCUMENTS',
  message: 'No file in this folder has the name of a signed document; --every-file validates all files.',
}

/** The system has no such names. They come from a list whose names are separated by zero octets. */
const zeroInName: FileProblem = {
  code: 'FILE_MISSING',
  message: 'There is no such file: no name has a zero octet. A list must have one name on each line (find -print, not -print0).',
}

const notUtf8: FileProblem = {
  code: 'FILE_NAME_NOT_UTF8',
  message:
    'The name of this file, or of a folder above it, is not UTF-8, so it cannot be opened by it. Rename it, or pass its content as - (the standard input).',
}

/**
 * Whether the path of a system error has the replacement character for octets that are not UTF-8. For a file whose name really has this character there is no
 * error.
 */
function isMisread(error: unknown): boolean {
  return error instanceof Error && 'path' in error && String(error.path).includes('\uFFFD')
}

/** Code and sentence for a document that could not be read. */
export function problemOf(error: unknown): FileProblem {
  if (error instanceof RequestError && error.problems[0] !== undefined)
    return { code: error.problems[0].code, message: error.problems[0].message }
  if (error instanceof MalformedDocument) return { code: error.code, message: error.described }
  if (error instanceof FileTooLarge) return { code: 'FILE_TOO_LARGE', message: error.message }
  const code = systemErrorCode(error)
  switch (code ?? '') {
    case 'ENOENT':
      return isMisread(error) ? notUtf8 : { code: 'FILE_MISSING', message: 'There is no such file.' }
    case 'EISDIR':
      return { code: 'FILE_IS_A_FOLDER', message: 'This is a folder; name the files in it.' }
    case 'EACCES':
    case 'EPERM':
      return { code: 'FILE_NOT_READABLE', message: 'No permission to read this file.' }
    case 'ERR_FS_FILE_TOO_LARGE':
      return { code: 'FILE_TOO_LARGE', message: 'The file is larger than 2 GB.' }
    case 'ENAMETOOLONG':
      return { code: 'FILE_MISSING', message: 'There is no such file: its name is too long.' }
    case 'ENOTDIR':
      return { code: 'FILE_MISSING', message: 'There is no such file: a part of its path is not a folder.' }
    case 'ELOOP':
      return { code: 'FILE_MISSING', message: 'There is no such file: the links on its path lead in a circle.' }
  }
  // Any other system error while the file is read; only system errors have `syscall`.
  if (error instanceof Error && 'syscall' in error)
    return { code: 'FILE_NOT_READABLE', message: `The system cannot read this file (${String(code)}).` }
  // An internal error: the stack is shown on one line, so that it can be reported.
  const cause = error instanceof Error ? originalStack(error) : String(error)
  return { code: 'FAULT', message: `The document was not read, by a fault of this program: ${cause.replace(/\s*\n\s*/g, '; ')}` }
}
