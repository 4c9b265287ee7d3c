import type { CheckResult, DocumentForm, FindingKey } from '#model'
import { messageOf } from '#validation/report'

/** Keys of the messages that this interface has besides the checks. */
type OwnKey = 'ddoc-sha1' | 'report-type-of-siva'

/** A message. SiVa has no `key`, so it is absent in the strict form (`decisions.md#extra-members`). */
export interface Content {
  readonly content: string
  readonly key?: FindingKey | OwnKey
}

/** A message that is no check of the engine. */
interface OwnMessage {
  readonly key: OwnKey
  readonly text: string
}

type Said = CheckResult | OwnMessage

export function contentOf(said: Said, strict: boolean): Content {
  const { key, text } = 'text' in said ? said : messageOf(said)
  return strict ? { content: text } : { content: text, key }
}

export function contentsOf(said: readonly Said[], strict: boolean): readonly Content[] {
  return said.map((each) => contentOf(each, strict))
}

/** A text that clients know. */
const ddocSha1: OwnMessage = {
  key: 'ddoc-sha1',
  text: 'The algorithm SHA1 used in DDOC is no longer considered reliable for signature creation!',
}

/** `validationWarnings`: those of the format, and the findings about the container. */
export function documentWarningsOf(form: DocumentForm, findings: readonly CheckResult[]): readonly Said[] {
  return form.kind === 'ddoc' ? [ddocSha1, ...findings] : findings
}

/** Says (`decisions.md#siva3-report-types`) that an answer has not the members of the report type that was asked for, and where the checks stand instead, unless it is strict. */
export function reportTypeWarning(reportType: 'Detailed' | 'Diagnostic', strict: boolean): OwnMessage {
  const instead = strict ? '' : ' The checks behind the conclusion are in the member detailedReport, whose form is not that of SiVa.'
  return { key: 'report-type-of-siva', text: `The report type ${reportType} is answered as Simple.${instead}` }
}
