import { paintOf, terminalJson, writeRefusal } from '#writers/cli'
import { hasColours } from '../colours.js'
import type { ValidateEnvironment } from './validate-command.js'
import type { FileResult } from './validate-file.js'

/** `json`: one array. `json-lines`: one object on each line, so that the output can be read while it is being written, and continued with `--skip-done`. */
export type ResultForm = 'person' | 'json' | 'json-lines'

interface ResultWriter {
  readonly write: (result: FileResult) => string
  readonly end: () => string
}

/** Converts results to text, in their order. `end` returns the text after the last result. */
export function resultWriter(form: ResultForm, context: ValidateEnvironment): ResultWriter {
  let first = true
  const before = (start: string, between: string) => {
    const text = first ? start : between
    first = false
    return text
  }
  switch (form) {
    case 'person':
      return { write: (result) => `${before('', '\n')}${textOf(result, context)}\n`, end: () => '' }
    case 'json':
      return {
        write: (result) => `${before('[\n', ',\n')}${terminalJson(elementOf(result))}`,
        end: () => (first ? '[]\n' : '\n]\n'),
      }
    case 'json-lines':
      return { write: (result) => `${terminalJson({ ...elementOf(result), status: result.status }, 0)}\n`, end: () => '' }
  }
}

function textOf(result: FileResult, { out, environment }: ValidateEnvironment): string {
  if ('problem' in result) return writeRefusal(result.file, result.problem.message, 'validated', paintOf(hasColours(out, environment)))
  if (typeof result.written !== 'string') throw new TypeError('a report for a person is a text')
  return result.written
}

/** The element that `--json` prints for one file. */
function elementOf(result: FileResult): object {
  if ('problem' in result) return { file: result.file, error: result.problem }
  if (typeof result.written === 'string') throw new TypeError('a report for a program is an object')
  return { file: result.file, ...result.written }
}
