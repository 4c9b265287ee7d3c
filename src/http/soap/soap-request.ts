import type { IncomingHttpHeaders } from 'node:http'
import { assertNotCompressed, mediaTypeOf } from '../media-types.js'
import { SoapFault } from './soap-fault.js'

/**
 * Refuses what cannot be an envelope, before any of its body is read. Any XML type is let through, so that SOAP 1.2 is told by its envelope; which
 * encoding it has says the document itself, not the `charset` of the type.
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
