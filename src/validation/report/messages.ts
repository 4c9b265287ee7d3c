import type { CheckResult, FindingKey } from '#model'
import { certificateMessages } from './certificate-messages.js'
import { cmsMessages } from './cms-messages.js'
import { containerMessages } from './container-messages.js'
import { ddocMessages } from './ddoc-messages.js'
import { legalLevelMessages } from './legal-level-messages.js'
import { fillTemplate, type Message } from './message-template.js'
import { pdfMessages } from './pdf-messages.js'
import { signatureMessages } from './signature-messages.js'
import { timeMessages } from './time-messages.js'
import { xroadMessages } from './xroad-messages.js'

/** The texts of every key of the register. */
export const messages: Readonly<Record<FindingKey, Message>> = {
  ...signatureMessages,
  ...certificateMessages,
  ...timeMessages,
  ...cmsMessages,
  ...pdfMessages,
  ...ddocMessages,
  ...legalLevelMessages,
  ...containerMessages,
  ...xroadMessages,
}

/** A finding as people read it, with its stable key. */
interface ReportMessage {
  readonly key: FindingKey
  readonly text: string
}

/** The message for a check that is not satisfied. */
export function messageOf({ key, facts }: Pick<CheckResult, 'key' | 'facts'>): ReportMessage {
  return { key, text: fillTemplate(messages[key].answer, facts) }
}

/** A message without the code of X-Road that clients of SiVa know it by: people are told what is wrong in a sentence. */
export function withoutCode(text: string): string {
  return text.replace(/^[A-Z][A-Za-z.]+: (?=[A-Z])/, '')
}

/** The question that a check asks. */
export function questionOf(key: FindingKey): string {
  return messages[key].question
}
