import type { IncomingHttpHeaders } from 'node:http'
import { assertNotCompressed, mediaTypeOf } from '../media-types.js'
import { SoapFault } from './soap-fault.js'

/**
 * Refuses a request whose headers say that it is no envelope, before its body is read. Any XML media type is accepted, so that SOAP 1.2 is refused by the namespace
 * of its envelope with a fault that says so. The `charset` parameter is ignored: the encoding is that of the XML declaration.
 */
export function assertSoapRequest(headers: IncomingHttpHeaders): void {
  assertNotCompressed(headers)
  const type = mediaTypeOf(headers['content-type'] ?? '')
  if (type === '' || type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml')) return
  if (type.startsWith('multipart/'))
    throw new SoapFault(
      'Client',
      'SOAP_ATTACHMENTS',
      'Attachments are not read: send the document in base64 inside the envelope, as text/xml.',
    )
  throw new SoapFault('Client', 'SOAP_MEDIA_TYPE', 'Send the envelope as text/xml.')
}
