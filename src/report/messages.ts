import type { CheckFacts, ReportMessage } from '#model'
import { certificateMessages } from './certificate-messages.js'
import { containerMessages } from './container-messages.js'
import { ddocMessages } from './ddoc-messages.js'
import { fillTemplate, type Message } from './message-template.js'
import { signatureMessages } from './signature-messages.js'
import { timeMessages } from './time-messages.js'
import { trustMessages } from './trust-messages.js'

/** Question and answer of every constraint of the policy and every finding of a container, by key. */
export const messages: ReadonlyMap<string, Message> = new Map(
  Object.entries({
    ...signatureMessages,
    ...certificateMessages,
    ...timeMessages,
    ...ddocMessages,
    ...trustMessages,
    ...containerMessages,
  }),
)

/** The sentence for a failed check or a finding. A key without a text is shown as it is: a report is never lost for the lack of a sentence. */
export function messageOf(key: string, facts: CheckFacts): ReportMessage {
  const message = messages.get(key)
  return { key, text: message === undefined ? key : fillTemplate(message.answer, facts) }
}

/** What is asked, for the explanation. */
export function questionOf(key: string): string {
  return messages.get(key)?.question ?? key
}
