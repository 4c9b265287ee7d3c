import { type MemberProfile, memberProfiles } from '#model'
import { array, flag, type JsonSchema, object, oneOf } from '#readers/json-schema'
import { ignored, instantForm, line, paths } from '#trust'

/** A settings file that conforms to `xroadSettingsSchema`. */
export interface WrittenXroadSettings {
  readonly instances?: readonly WrittenInstance[]
  readonly configurations?: readonly WrittenConfiguration[]
}

export interface WrittenInstance {
  readonly instance: string
  readonly ocspFreshnessSeconds: number
  readonly verifyOcspNextUpdate?: boolean
  readonly expires?: string
  readonly authorities: readonly WrittenAuthority[]
  readonly timeStamping: readonly WrittenSpan[]
}

export interface WrittenSpan {
  readonly files: string | readonly string[]
  readonly from?: string
  readonly to?: string
}

export interface WrittenAuthority extends WrittenSpan {
  readonly certificateProfile: MemberProfile
  readonly intermediates?: string | readonly string[]
  readonly responders?: string | readonly string[]
}

export interface WrittenConfiguration {
  readonly sharedParameters: string
  readonly anchor?: string
  readonly directory?: string
  readonly unsigned?: boolean
  readonly verifyOcspNextUpdate?: boolean
}

const moment: JsonSchema = {
  type: 'string',
  description: 'a time with its zone, like "2024-07-01T00:00:00Z", or a day, like "2024-07-01"',
  pattern: instantForm.source,
}

/**
 * Schema of a settings file; README.md of this folder describes the members.
 *
 * @param maxEntries maximum length of each array
 */
export function xroadSettingsSchema(maxEntries: number): JsonSchema {
  const { comment = {} } = ignored
  const files = paths(maxEntries, 'the path of a PEM or DER file, or an array of such paths')
  const span = { files, from: moment, to: moment, comment }
  const optional = ['from', 'to', 'comment']
  const authority = object({ ...span, certificateProfile: oneOf(memberProfiles), intermediates: files, responders: files }, [
    ...optional,
    'intermediates',
    'responders',
  ])
  const verifyOcspNextUpdate = flag('false when the security servers of the instance do not check nextUpdate of OCSP responses')
  const instance = object(
    {
      instance: line,
      ocspFreshnessSeconds: { type: 'integer', minimum: 1, maximum: 31_622_400, description: 'whole seconds, like 28800; a year at most' },
      verifyOcspNextUpdate,
      expires: moment,
      authorities: bounded(array(authority, 'an array with one object for each approved authority'), maxEntries),
      timeStamping: bounded(array(object(span, optional), 'an array with one object for each time-stamping authority'), maxEntries),
      comment,
    },
    ['verifyOcspNextUpdate', 'expires', 'comment'],
  )
  const configuration = object(
    {
      sharedParameters: { ...line, description: 'the path of shared-params.xml' },
      anchor: { ...line, description: 'the path of the configuration anchor' },
      directory: { ...line, description: 'the path of the signed directory that the address of the anchor gives' },
      unsigned: flag('true to trust a copy of shared-params.xml without its signature'),
      verifyOcspNextUpdate,
      comment,
    },
    ['anchor', 'directory', 'unsigned', 'verifyOcspNextUpdate', 'comment'],
  )
  const lists = {
    instances: bounded(array(instance, 'an array with one object for each instance'), maxEntries),
    configurations: bounded(array(configuration, 'an array with one object for each downloaded configuration'), maxEntries),
  }
  return object({ ...lists, ...ignored }, [...Object.keys(lists), ...Object.keys(ignored)])
}

function bounded(list: JsonSchema, maxItems: number): JsonSchema {
  return { ...list, maxItems }
}
