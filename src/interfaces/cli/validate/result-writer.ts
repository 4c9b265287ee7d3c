import { type Colour, type Paint, paintOf, terminalJson, terminalText, withoutCode, writeRefusal } from '#writers/cli'
import { hasColours } from '../colours.js'
import { exitStatus } from '../exit-status.js'
import type { ValidateEnvironment } from './validate-command.js'
import type { FileResult } from './validate-file.js'

/** `json`: one array. `json-lines`: one object on each line, so that the output can be read while it is being written, and continued with `--skip-done`. */
export type ResultForm = 'person' | 'brief' | 'json' | 'json-lines'

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
    case 'brief': {
      // What needs attention stands at the end, where a terminal shows it.
      const trouble: string[] = []
      return {
        write: (result) => {
          const line = `${briefLine(result, paintOf(hasColours(context.out, context.environment)))}\n`
          if (result.status === exitStatus.allPassed) return line
          trouble.push(line)
          return ''
        },
        end: () => trouble.join(''),
      }
    }
    case 'json':
      return {
        write: (result) => `${before('[\n', ',\n')}${terminalJson(elementOf(result))}`,
        end: () => (first ? '[]\n' : '\n]\n'),
      }
    case 'json-lines':
      return { write: (result) => `${terminalJson({ ...elementOf(result), status: result.status }, 0)}\n`, end: () => '' }
  }
}

/** One line about a file: the verdict in words, its name, and the reason when there is trouble. */
function briefLine(result: FileResult, paint: Paint): string {
  const line = (colour: Colour, verdict: string, about: string) =>
    `${paint(colour, verdict.padEnd(17))} ${terminalText(result.file)}${about === '' ? '' : `: ${terminalText(about)}`}`
  if ('problem' in result) return line('red', 'not read', result.problem.message)
  if (typeof result.written === 'string') throw new TypeError('a report for one line is an object')
  const { signatures, validSignaturesCount: passing } = result.written.report
  const trouble = signatures.find(({ indication }) => indication === 'TOTAL-FAILED') ?? signatures.find(({ errors }) => errors.length > 0)
  const reason = withoutCode(trouble?.errors[0]?.content ?? '')
  if (signatures.length === 0) return line('yellow', 'no signatures', '')
  if (trouble === undefined)
    return result.status === exitStatus.allPassed
      ? line('green', 'valid', signatures.map(({ signedBy }) => signedBy).join('; '))
      : line('yellow', 'not fully signed', 'a file in the document is not signed')
  const counted = signatures.length === 1 ? reason : `${passing} of ${signatures.length} valid; ${reason}`
  return trouble.indication === 'TOTAL-FAILED' ? line('red', 'not valid', counted) : line('yellow', 'cannot be decided', counted)
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
