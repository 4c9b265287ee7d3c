import type { Instant, ServiceStatus, ServiceType } from '#model'
import { readInstant } from './instant.js'
import { type Fields, JsonSettings } from './json-settings.js'
import { type SettingsRole, serviceStatuses, serviceTypes, typeOfRole } from './service-words.js'

/** One period as written; `from` null means: since the certificate's notBefore. */
export interface ConfiguredPeriod {
  readonly status: ServiceStatus
  readonly from: Instant | null
  readonly to: Instant | null
}

/** One entry of `services`: the certificates of its files, each a service of its own. */
export interface ConfiguredService {
  /** `services[3]`, for messages. */
  readonly field: string
  /** As written. */
  readonly files: readonly string[]
  readonly type: ServiceType
  readonly name: string | null
  /** Newest first. */
  readonly periods: readonly ConfiguredPeriod[]
  readonly timeMarkResponder: boolean
}

/** Reads a settings file; README.md of `trust` describes its members. `maxEntries` bounds each array. Throws TrustSettingsError. */
export function readSettingsFile(bytes: Uint8Array, path: string, maxEntries: number): readonly ConfiguredService[] {
  return new SettingsFile(path, maxEntries).services(bytes)
}

class SettingsFile extends JsonSettings {
  /** No service at all is allowed: the service then starts, is not ready, and says why. */
  services(bytes: Uint8Array): readonly ConfiguredService[] {
    const root = this.object(this.json(bytes, '{ "services": [ { "files": "…", "role": "ca" } ] }'), null, [
      'services',
      '$schema',
      'comment',
    ])
    const services = this.array(root.get('services'), 'services', 'an array with one object for each service', 0)
    return services.map((entry, index) => this.#service(entry, `services[${index}]`))
  }

  #service(value: unknown, field: string): ConfiguredService {
    const known = ['files', 'role', 'type', 'name', 'status', 'from', 'to', 'periods', 'timeMarkResponder', 'comment']
    const fields = this.object(value, field, known)
    const role = this.word(fields.get('role'), `${field}.role`, ['ca', 'ocsp', 'tsa'] as const satisfies readonly SettingsRole[])
    const timeMarkResponder = this.flag(fields.get('timeMarkResponder'), `${field}.timeMarkResponder`)
    if (timeMarkResponder && role !== 'ocsp') {
      throw this.error(
        'TRUST_FIELD_VALUE',
        `${field}.timeMarkResponder`,
        'only a service with the role "ocsp" can confirm time-marks; leave it out here',
      )
    }
    const name = fields.get('name')
    return {
      field,
      files: this.#files(fields.get('files'), `${field}.files`),
      type: fields.has('type') ? this.word(fields.get('type'), `${field}.type`, serviceTypes[role]) : typeOfRole(role),
      name: name === undefined ? null : this.text(name, `${field}.name`),
      periods: this.#periods(fields, field),
      timeMarkResponder,
    }
  }

  #files(value: unknown, field: string): readonly string[] {
    if (typeof value === 'string') return [this.text(value, field)]
    const files = this.array(value, field, 'the path of a PEM file or folder, or an array of such paths')
    return files.map((file, index) => this.text(file, `${field}[${index}]`))
  }

  #periods(fields: Fields, field: string): readonly ConfiguredPeriod[] {
    if (!fields.has('periods')) return [this.#period(fields, field)]
    const single = ['status', 'from', 'to'].find((name) => fields.has(name))
    if (single !== undefined) {
      throw this.error('TRUST_PERIODS', `${field}.${single}`, 'it stands beside "periods"; write it into a period instead')
    }
    const written = this.array(fields.get('periods'), `${field}.periods`, 'an array of { "status", "from", "to" }')
    const periods = written.map((entry, index) => {
      const at = `${field}.periods[${index}]`
      return { at, ...this.#period(this.object(entry, at, ['status', 'from', 'to', 'comment']), at) }
    })
    periods.sort((a, b) => (b.from ?? Number.NEGATIVE_INFINITY) - (a.from ?? Number.NEGATIVE_INFINITY))
    for (const [index, period] of periods.entries()) {
      const newer = periods[index - 1]
      if (newer !== undefined && (period.to === null || newer.from === null || period.to > newer.from)) {
        throw this.error(
          'TRUST_PERIODS',
          period.at,
          'it overlaps another period; give the older one a "to" that is not after the "from" of the newer one',
        )
      }
    }
    return periods.map(({ status, from, to }) => ({ status, from, to }))
  }

  #period(fields: Fields, field: string): ConfiguredPeriod {
    const status = fields.has('status') ? this.word(fields.get('status'), `${field}.status`, serviceStatuses) : 'granted'
    const from = this.#instant(fields.get('from'), `${field}.from`)
    const to = this.#instant(fields.get('to'), `${field}.to`)
    if (from !== null && to !== null && from >= to)
      throw this.error('TRUST_PERIODS', `${field}.to`, 'it is not after "from"; write a later moment')
    return { status, from, to }
  }

  #instant(value: unknown, field: string): Instant | null {
    if (value === undefined || value === null) return null
    const instant = typeof value === 'string' ? readInstant(value) : null
    if (instant === null)
      throw this.error('TRUST_FIELD_VALUE', field, 'write a moment with its zone, like "2016-07-01T00:00:00Z", or a day, like "2016-07-01"')
    return instant
  }
}
