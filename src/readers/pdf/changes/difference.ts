/** The ways in which programs read the writing of a version, or draw a widget, differently. Each has a document that shows it (`test/readers/pdf/differences.test.ts`). */
export type DifferenceName =
  | 'irregular-chain'
  | 'octets-behind-end'
  | 'repair'
  | 'unpacking'
  | 'completed-object'
  | 'hybrid-file'
  | 'stray-part'
  | 'repeated-key'
  | 'generation-of-reference'
  | 'end-of-text'
  | 'packed-object'
  | 'generation-of-object'
  | 'place-of-object'
  | 'reused-number'
  | 'widget-in-area'
  | 'widget-without-area'
  | 'widget-in-line'
  | 'widget-at-point'
  | 'appearance-without-box'
  | 'list-of-kids'
  | 'invisible-widget'
  | 'name-of-other-field'
  | 'encoding-of-marks'

/** One way in which programs differ, as a row of a table: a new one is a row and a document. */
export interface Difference<Asked, Answer> {
  readonly name: DifferenceName
  /** Which programs read what. */
  readonly programs: string
  /** What is found in the writing. */
  readonly find: (asked: Asked) => Answer
}
