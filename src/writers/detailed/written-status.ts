import type { SubIndication } from '#model'

interface Status {
  readonly indication: string
  readonly subIndication: SubIndication | null
}

/** A status as reports write it: the sub-indication is an empty string when there is none. */
export type Written<Any extends Status> = Any extends Status
  ? {
      readonly indication: Any['indication']
      readonly subIndication: NonNullable<Any['subIndication']> | (null extends Any['subIndication'] ? '' : never)
    }
  : never

/** Writes a status for a report. */
export function writtenStatus<Any extends Status>({ indication, subIndication }: Any): Written<Any> {
  return { indication, subIndication: subIndication ?? '' } as Written<Any>
}
