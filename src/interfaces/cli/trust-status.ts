import { formatInstant } from '#model'
import type { TrustDescription } from '#threads'
import { terminalText } from '#writers/cli'

/**
 * The trusted lists for a person at a terminal: one line for each list, then X-Road instances, refusals, failed downloads and warnings.
 *
 * @param advice what to do when nothing is trusted
 */
export function renderTrustStatus(trust: TrustDescription, advice: string): string {
  const { lists, refused, warnings, failures, checkedAt, confirmedAt } = trust
  const summary =
    trust.services === 0
      ? trust.instances.length === 0
        ? `Nothing is trusted.${advice}`
        : 'No list and no certificate is trusted.'
      : `${trust.services} services with ${trust.certificates} certificates are trusted.`
  return [
    `${summary} Snapshot ${trust.snapshotDigest}`,
    ...(checkedAt === null || confirmedAt === null
      ? []
      : [`Checked ${formatInstant(checkedAt)}, known to be the newest since ${formatInstant(confirmedAt)}`]),
    ...(lists.length === 0 ? [] : ['', row('LIST', 'NUMBER', 'SERVICES', 'ISSUED', 'NEXT UPDATE')]),
    ...lists.map((list) => {
      const name = list.kind === 'list-of-lists' ? `${list.territory} (list of lists)` : list.territory
      const next = list.nextUpdate === null ? 'closed for good' : `${formatInstant(list.nextUpdate)}${list.stale ? '  STALE' : ''}`
      return row(name, String(list.sequenceNumber), String(list.services), formatInstant(list.issued), next)
    }),
    ...section('X-Road, apart from the lists', trust.instances.map(describeInstance)),
    ...section('Refused', describeRefused(refused)),
    ...section('Not fetched', failures),
    ...section('Warnings', warnings),
  ]
    .map(terminalText)
    .join('\n')
    .concat('\n')
}

const origins: Readonly<Record<TrustDescription['instances'][number]['origin'], string>> = {
  written: 'written by hand',
  signed: 'download, its signature verified',
  unsigned: 'copy, not verified',
}

function describeInstance({
  instance,
  services,
  certificates,
  origin,
  expires,
  snapshotDigest,
}: TrustDescription['instances'][number]): string {
  const end = expires === null ? '' : `, in force until ${formatInstant(expires)}`
  return `${instance}: ${services} services with ${certificates} certificates (${origins[origin]}${end}). Snapshot ${snapshotDigest}`
}

/** One line for each refusal, and one line for all missing lists, because a folder with only three of thirty lists is common. */
function describeRefused(refused: TrustDescription['refused']): readonly string[] {
  const isMissing = ({ code, file, territory, message }: TrustDescription['refused'][number]) =>
    code === 'LIST_MISSING' && file === '' && message === `There is no list of ${territory}.`
  const missing = refused.filter(isMissing).map(({ territory }) => territory)
  return [
    ...refused
      .filter((refusal) => !isMissing(refusal))
      .map(({ file, code, message }) => `${file === '' ? '' : `${file}: `}${message} (${code})`),
    ...(missing.length === 0 ? [] : [`There is no list of ${missing.join(', ')}. (LIST_MISSING)`]),
  ]
}

function row(list: string, number: string, services: string, issued: string, nextUpdate: string): string {
  return `${list.padEnd(20)} ${number.padStart(6)} ${services.padStart(9)}  ${issued.padEnd(20)}  ${nextUpdate}`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
}
