/**
 * Builds the report of a document from the conclusions on its signatures, and has the texts of every key: every finding as one sentence for people with the
 * facts that a technician needs. Nothing here changes a verdict, and nothing here belongs to an interface: the forms that are read outside are in `writers`.
 */
export { buildReport, LateProvable } from './build-report.js'
export { coveredText } from './covered-octets.js'
export { englishWords, type FactTexts, fillTemplate, type Message, type Words } from './message-template.js'
export { messageOf, messages, questionOf, withoutCode } from './messages.js'
export { provableCause, provableText } from './provable-messages.js'
export { reportCertificates } from './report-certificates.js'
export { type ScopeTexts, scopeNameOf } from './scope-name.js'
export { familyOf } from './signature-form.js'
export { signerNameOf } from './signer-name.js'
export { writeInstant } from './write-instant.js'
