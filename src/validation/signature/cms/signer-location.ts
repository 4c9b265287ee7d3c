import type { ProductionPlace } from '#model'
import { cmsAttributes, readSignerLocation, type SignerInfo, valuesOf } from '#readers/cms'
import { Asn1Error, orAsn1Error } from '#readers/x509'
import type { SignatureContext } from '../signature-context.js'

/** The place in the signer-location attribute (EN 319 122-1, 5.2.5); null when it is absent or cannot be read. */
export function readProductionPlace({ signedAttributes }: SignerInfo, { limits }: SignatureContext): ProductionPlace | null {
  const [value] = valuesOf(signedAttributes, cmsAttributes.signerLocation)
  if (value === undefined) return null
  const location = orAsn1Error(() => readSignerLocation(value, limits.asn1))
  if (location instanceof Asn1Error) return null
  const { country, locality, postalAddress } = location
  if (country === null && locality === null && postalAddress.length === 0) return null
  return {
    city: locality,
    stateOrProvince: null,
    postalCode: null,
    country,
    location: postalAddress.length === 0 ? null : postalAddress.join(', '),
  }
}
