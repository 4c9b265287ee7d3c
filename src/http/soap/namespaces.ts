/** The envelope of SOAP 1.1, the only supported version. */
export const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
/** The operations and their wrappers. The elements in the wrappers are in no namespace. */
export const SERVICE = 'http://soap.webapp.siva.openeid.ee/'
export const XROAD = 'http://x-road.eu/xsd/xroad.xsd'
export const REPRESENTATION = 'http://x-road.eu/xsd/representation.xsd'
export const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance'
