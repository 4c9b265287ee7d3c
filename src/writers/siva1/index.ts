/**
 * The report of SiVa 1, as JSON and as the response of its SOAP service. The names of forms, formats, levels, scopes and policies are those of that interface,
 * and are used by nothing else.
 */

export { messageSchema, signatureSchema, validationReportSchema, warningSchema } from './schema.js'
export { leftOutOfReport, leftOutOfSignature, type Siva1Report, writeSiva1Report } from './siva1-report.js'
export { SERVICE, writeResponse, writeSiva1Soap } from './write-soap.js'
export { writeXml, type XmlContent } from './written-xml.js'
