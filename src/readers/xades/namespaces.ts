/** XAdES, the version of TS 101 903 and EN 319 132-1. Older versions (1.1.1, 1.2.2) are not read. */
export const XADES_NAMESPACE = 'http://uri.etsi.org/01903/v1.3.2#'
/** XAdES 1.4.1: elements that were added later (ArchiveTimeStamp, TimeStampValidationData, SignaturePolicyStore). */
export const XADES_141_NAMESPACE = 'http://uri.etsi.org/01903/v1.4.1#'
/** Type of the ds:Reference to the signed properties; it is the same in every version. */
export const SIGNED_PROPERTIES_TYPE = 'http://uri.etsi.org/01903#SignedProperties'
