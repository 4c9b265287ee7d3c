import { array, object, text } from '#json-schema'

export const requestErrorsSchema = object(
  {
    requestErrors: array(
      object(
        {
          key: text(
            'The request field that is wrong; path, method, host, expect, accept, content-type, content-encoding, request or service where none is',
          ),
          message: text(),
          code: text('Stable code of the refusal. Not part of the interface description'),
        },
        ['code'],
      ),
    ),
  },
  [],
  'Why the request was refused',
)
