import { DER, type EncodingRules } from '#der'

/** The frame of CMS, which RFC 5652 allows in BER. What is signed inside it stays DER. */
export const CMS_RULES: EncodingRules = {
  ...DER,
  indefiniteLength: true,
  constructedStrings: true,
  nonMinimalLength: true,
}
