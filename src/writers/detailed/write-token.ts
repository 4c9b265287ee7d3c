import { shownName, type TokenReport } from '#model'
import { messageOf, scopeNameOf, writeInstant } from '#validation/report'
import type { DetailedToken } from './detailed-report.js'
import { writeBlock } from './write-block.js'
import { writeCertificates } from './write-certificates.js'
import { writeProvable } from './write-provable.js'
import { writtenStatus } from './written-status.js'

/** A time-stamp token that stands in a container by itself. */
export function writeToken(token: TokenReport): DetailedToken {
  const { file, facts, unit, level, scopes, coversDataFile, errors, warnings, blocks, certificates, evidence, provable } = token
  const known = new Map([...evidence.data.certificates, ...evidence.facts.certificates].map((each) => [each.id, shownName(each)]))
  const nameOf = (subject: string) => (subject === facts.id ? 'time-stamp' : (known.get(subject) ?? subject))
  return {
    id: facts.id,
    file,
    ...writtenStatus(token),
    time: writeInstant(facts.genTime),
    unit: unit === null ? '' : shownName(unit.certificate),
    unitCertificate: facts.signingCertificate,
    level: level ?? '',
    scopes: scopes.map((scope) => ({ kind: scope.kind, name: scopeNameOf(scope) })),
    coversDataFile,
    errors: errors.map((each) => ({ key: each.key, clause: each.clause, content: messageOf(each).text })),
    warnings: warnings.map((each) => ({ key: each.key, clause: each.clause, content: messageOf(each).text })),
    blocks: blocks.map((block) => writeBlock(block, nameOf)),
    certificates: writeCertificates(certificates),
    provable: writeProvable(provable),
  }
}
