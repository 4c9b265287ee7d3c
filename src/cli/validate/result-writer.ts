import { paintFor } from '../colour.js'
import { terminalJson } from '../terminal-text.js'
import { renderForPerson, renderRefusal } from './render-person.js'
import { renderTree } from './render-tree.js'
import type { ValidateEnvironment } from './validate-command.js'
import type { FileResult } from './validate-file.js'

/** `json`: one array. `json-lines`: one object on each line, so that the output can be read while it is being written, and continued with `--skip-done`. */
export type ResultForm = 'person' | 'json' | 'json-lines'

export interface ResultWriter {
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
        write: (result) => `${before('[\n', ',\n')}${terminalJson(elementOf(result, context))}`,
        end: () => (first ? '[]\n' : '\n]\n'),
      }
    case 'json-lines':
      return { write: (result) => `${terminalJson({ ...elementOf(result, context), status: result.status }, 0)}\n`, end: () => '' }
  }
}

function textOf(result: FileResult, { out, environment }: ValidateEnvironment): string {
  const paint = paintFor(out, environment)
  if (!('outcome' in result)) return renderRefusal(result.file, result.problem.message, 'validated', paint)
  const { report, detailed } = result.outcome
  return detailed === null ? renderForPerson(result.file, report, paint) : renderTree(result.file, report, detailed, paint)
}

/** The element that `--json` prints for one file. */
function elementOf(result: FileResult, { settings, renderReport }: ValidateEnvironment) {
  if (!('outcome' in result)) return { file: result.file, error: result.problem }
  const { report, explanation } = result.outcome
  const element = { file: result.file, report: renderReport(report, settings.strict) }
  return explanation === null ? element : { ...element, explanation }
}
