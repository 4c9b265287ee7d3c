import type { SignatureFacts } from '#model'
import { readClaimedRoles, readCommitmentTypes, type SignerInfo } from '#readers/cms'
import { Asn1Error, orAsn1Error } from '#readers/x509'
import type { SignatureContext } from '../signature-context.js'
import { readProductionPlace } from './signer-location.js'

/**
 * What the signer states in signed attributes (EN 319 122-1, 5.2.3, 5.2.5 and 5.2.6.1): roles, place and commitments. A statement that cannot be read is left out:
 * nothing rests on it.
 */
export function readSignerStatements(
  signer: SignerInfo,
  context: SignatureContext,
): Pick<SignatureFacts, 'claimedRoles' | 'productionPlace' | 'commitmentTypes'> {
  const { signedAttributes } = signer
  const { asn1, signature } = context.limits
  const stated = (read: () => readonly string[]) => orNone(read).slice(0, signature.maxStatedTexts)
  return {
    claimedRoles: stated(() => readClaimedRoles(signedAttributes, asn1)),
    productionPlace: readProductionPlace(signer, context),
    commitmentTypes: stated(() => readCommitmentTypes(signedAttributes, asn1)),
  }
}

function orNone(read: () => readonly string[]): readonly string[] {
  const texts = orAsn1Error(read)
  return texts instanceof Asn1Error ? [] : texts
}
