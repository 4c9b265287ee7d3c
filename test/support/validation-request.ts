import { readFileSync } from 'node:fs'

/** Body of a request to validate a sound document, as JSON. */
export const validationRequest = JSON.stringify({
  document: readFileSync(new URL('../../fixtures/documents/lt.asice', import.meta.url)).toString('base64'),
  filename: 'a.asice',
  documentType: 'BDOC',
})
