import { type Command, InvalidArgumentError, Option } from 'commander'
import { type DocumentType, documentTypes } from '#model'
import { oneOf, readPath } from '../validation-options.js'
import type { InputSelection } from './document-inputs.js'

/** Options of commands over many files. */
export interface FileSelectionOptions {
  readonly type?: DocumentType
  readonly filesFrom?: string
  readonly everyFile?: boolean
  readonly part?: { readonly number: number; readonly of: number }
}

/** Adds the argument for files and folders, and `--files-from`, `--every-file`, `--part` and `--type`. */
export function addFileSelection(command: Command): Command {
  return command
    .argument(
      '[path...]',
      'signed documents, folders (searched recursively for names of signed documents, without following links), or - for standard input',
    )
    .addOption(
      new Option('--files-from <list>', 'a file with the path of a document or folder on each line; - is standard input').argParser(
        readPath,
      ),
    )
    .option('--every-file', 'validates all files in folders, whatever their names are')
    .addOption(
      new Option('--part <n/of>', 'validates one part of the files, such as 2/8 on the second of eight machines').argParser(readPart),
    )
    .addOption(
      new Option('--type <type>', `one of ${documentTypes.join(', ')}; recognised by the content by default`).argParser(
        oneOf(documentTypes),
      ),
    )
}

/** The selection that the options make; ends the command when they make none. */
export function selectionOf(paths: readonly string[], options: FileSelectionOptions, command: Command): InputSelection {
  const { type = null, filesFrom = null, everyFile = false, part = null } = options
  if (paths.length === 0 && filesFrom === null) command.error("error: missing required argument 'path'")
  if (paths.filter((path) => path === '-').length + (filesFrom === '-' ? 1 : 0) > 1)
    command.error('error: the standard input can be read once only')
  return { paths, listFile: filesFrom, type, everyFile, part }
}

function readPart(text: string): { readonly number: number; readonly of: number } {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text)
  const [number, of] = [Number(match?.[1]), Number(match?.[2])]
  if (match === null || number < 1 || number > of) throw new InvalidArgumentError('Write a part and the number of parts, such as 2/8.')
  return { number, of }
}
