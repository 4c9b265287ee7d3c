/** XML Signature 1.1. */
export const XMLDSIG_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#'
/** RFC 9231: RSASSA-PSS parameters among others. */
export const XMLDSIG_MORE_NAMESPACE = 'http://www.w3.org/2007/05/xmldsig-more#'
/** Exclusive XML Canonicalization 1.0: InclusiveNamespaces. */
export const EXCLUSIVE_C14N_NAMESPACE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
