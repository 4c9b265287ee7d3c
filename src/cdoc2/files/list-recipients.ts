import { type Capsule, type Cdoc2Limits, curveOf, type KeyLabel, readContainerHeader, readKeyLabel } from '#cdoc2/container'
import { withContainerFile } from './container-file.js'

/** One recipient of a container, according to its header, which is not authenticated. */
interface ListedRecipient {
  readonly kind: Capsule['kind']
  /** Details of the kind, such as the curve, the ids on the key server, or the iterations of PBKDF2. */
  readonly details: readonly string[]
  readonly label: KeyLabel
}

/**
 * The recipients of a container, in their order.
 *
 * @throws Cdoc2Error; system errors of the file
 */
export async function listRecipients(container: string, limits: Cdoc2Limits): Promise<readonly ListedRecipient[]> {
  const { header } = await withContainerFile(container, (source) => readContainerHeader(source, limits))
  return header.recipients.map(({ capsule, label }) => ({ kind: capsule.kind, details: detailsOf(capsule), label: readKeyLabel(label) }))
}

function detailsOf(capsule: Capsule): readonly string[] {
  switch (capsule.kind) {
    case 'elliptic-curve':
      return [nameOfCurve(capsule.curve)]
    case 'key-server': {
      const key = capsule.key?.kind === 'elliptic-curve' ? nameOfCurve(capsule.key.curve) : 'RSA'
      return [key, `server ${capsule.serverId}`, `capsule ${capsule.transactionId}`]
    }
    case 'password':
      return [`${capsule.iterations} iterations`]
    case 'key-shares':
      return [`${capsule.shares.length} shares`, capsule.recipientId]
    case 'unknown':
      return [`member ${capsule.member}, which is not known`]
    case 'rsa':
    case 'symmetric-key':
      return []
  }
}

function nameOfCurve(curve: number): string {
  return curveOf(curve) ?? `curve ${curve}, which is not known`
}
