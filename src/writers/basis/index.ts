/** What verdicts rested on, and why those of two runs differ: the lines of `validate --json-lines` have the basis, and `--since` compares them. */
export {
  type Change,
  type ChangeKind,
  type ComparedLine,
  comparedLine,
  compareLines,
  type Verdicts,
  verdictsOf,
} from './compare-lines.js'
export { type Basis, writeBasis } from './write-basis.js'
