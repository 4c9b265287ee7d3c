import { reportBounds } from '#model'
import { counted, terminalJson, terminalText } from '#writers/cli'
import type { FileComparison } from './compare-file.js'
import type { ComparedAnswer, ComparedMessage } from './compared-answer.js'
import { type Difference, type DifferenceKind, differenceKinds, nameOf } from './differences.js'

/** The comparison of a file for a program, on one line. */
export function comparisonLine(comparison: FileComparison): string {
  const element =
    'problem' in comparison
      ? { file: comparison.file, outcome: 'not-compared', error: comparison.problem }
      : { ...comparison, outcome: comparison.differences.length === 0 ? 'alike' : 'different' }
  return `${terminalJson(element, 0)}\n`
}

/** The comparison of a file for a person: nothing when both answers are alike. Text of a document or of a service never controls the terminal. */
export function comparisonText(comparison: FileComparison): string {
  const file = terminalText(comparison.file)
  if ('problem' in comparison) return `${file}: not compared\n  cause: ${terminalText(comparison.problem.message)}\n`
  const { differences, there, here } = comparison
  if (differences.length === 0) return ''
  return `${file}: ${counted(differences.length, 'difference')}\n${differences.flatMap((one) => linesOf(one, there, here)).join('')}`
}

const nothing = 'nothing'

function linesOf(difference: Difference, there: ComparedAnswer, here: ComparedAnswer): readonly string[] {
  const of = difference.signature === null ? '' : `${terminalText(difference.signature)}: `
  const values = `there ${terminalText(difference.there || nothing)}; here ${terminalText(difference.here || nothing)}`
  return [
    `  ${of}${differenceKinds[difference.kind]} (${values})\n`,
    ...causesOf(difference, here).map((cause) => `    cause here: ${cause}\n`),
    ...causesOf(difference, there).map((cause) => `    cause there: ${cause}\n`),
  ]
}

const aboutVerdicts: readonly DifferenceKind[] = [
  'passes-there',
  'passes-here',
  'signature-there',
  'signature-here',
  'indication',
  'sub-indication',
]

/** The errors of the signature or token that differs in its verdict, as one service states them, each once. */
function causesOf({ kind, signature }: Difference, answer: ComparedAnswer): readonly string[] {
  if (answer.kind === 'refused' || !aboutVerdicts.includes(kind)) return []
  const of = [...answer.signatures, ...answer.tokens].find((one) => nameOf(one) === signature)
  return [...new Set(of?.errors.slice(0, reportBounds.maxFindings).map(written))]
}

const written = ({ key, text }: ComparedMessage): string => terminalText(key === null ? text : `${text} (${key})`)

/** Counts comparisons, and files by kinds of differences. */
export class ComparisonTotals {
  #alike = 0
  #different = 0
  #notCompared = 0
  readonly #filesByKind = new Map<DifferenceKind, number>()

  add(comparison: FileComparison): void {
    if ('problem' in comparison) this.#notCompared += 1
    else if (comparison.differences.length === 0) this.#alike += 1
    else {
      this.#different += 1
      for (const kind of new Set(comparison.differences.map((one) => one.kind)))
        this.#filesByKind.set(kind, (this.#filesByKind.get(kind) ?? 0) + 1)
    }
  }

  get files(): number {
    return this.#alike + this.#different + this.#notCompared
  }

  get different(): number {
    return this.#different
  }

  get notCompared(): number {
    return this.#notCompared
  }

  /** A line about all files, and one for each kind of difference, the gravest first. */
  describe(): string {
    const kinds = Object.keys(differenceKinds) as readonly DifferenceKind[]
    const byKind = kinds.flatMap((kind) => {
      const files = this.#filesByKind.get(kind)
      return files === undefined ? [] : [`  ${counted(files, 'file')}: ${differenceKinds[kind]}\n`]
    })
    const counts = [`${this.#alike} alike`, `${this.#different} different`, `${this.#notCompared} not compared`]
    return `${counted(this.files, 'file')}: ${counts.join(', ')}\n${byKind.join('')}`
  }
}
