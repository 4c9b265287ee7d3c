import { DER, type EncodingRules } from '#readers/der'

/** The rules for the outer structure of CMS, which RFC 5652 allows in BER. The signed parts inside it are DER. */
export const CMS_RULES: EncodingRules = {
  ...DER,
  indefiniteLength: true,
  constructedStrings: true,
  nonMinimalLength: true,
}
