/** The envelope of SOAP 1.1, the only supported version. */
export const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
export { SERVICE } from '#writers/siva1'
export const XROAD = 'http://x-road.eu/xsd/xroad.xsd'
export const REPRESENTATION = 'http://x-road.eu/xsd/representation.xsd'
export const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance'
