import type { ProxyPeers, ServiceName } from './capsule-settings.js'
import { problemOfDatabaseAddress } from './database-address.js'
import { addressesIn } from './networks.js'
import type { SettingForm } from './setting-forms.js'

const serviceNames: readonly ServiceName[] = ['validation', 'capsules']

export const services: SettingForm<readonly ServiceName[]> = {
  expected: `one or more of ${serviceNames.join(', ')}, separated by commas`,
  read: (text) => {
    const words = text.split(',').map((word) => word.trim().toLowerCase())
    const found = serviceNames.filter((name) => words.includes(name))
    return found.length === new Set(words).size ? found : null
  },
}

/** Days and parts of days only: months and years have no fixed length. */
const durationForm = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/

/** A duration in milliseconds, in the form of the settings of the Java capsule server. */
export const duration: SettingForm<number> = {
  expected: 'a duration in days, hours, minutes and seconds, such as P1095D or PT12H',
  read: (text) => {
    const match = durationForm.exec(text)
    if (match === null) return null
    const [days, hours, minutes, seconds] = [1, 2, 3, 4].map((group) => Number(match[group] ?? 0))
    const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)
    // 100 years, so that every expiry is a date.
    return total > 0 && total <= 36_525 * 86_400 ? total * 1000 : null
  },
}

/** A database address may hold a password, so it is never shown. */
export const databaseUrl: SettingForm<string> & { readonly secret: true } = {
  expected: 'the address of a PostgreSQL database, such as postgres://user@host:5432/name (the password may stand in PGPASSWORD)',
  read: (text) => (problemOfDatabaseAddress(text) === null ? text : null),
  explain: problemOfDatabaseAddress,
  secret: true,
}

/** Maximum octets of the path of a unix socket on Linux, without the final zero. The platform truncates a longer path and listens at the truncated one. */
const maxSocketPath = 107

export const proxyPeers: SettingForm<ProxyPeers> = {
  expected: `addresses and networks of the proxy, separated by commas, such as 10.0.0.5,10.1.0.0/16, or the path of a unix socket, such as unix:/run/capsules.sock, of ${maxSocketPath} octets at most`,
  read: (text) => {
    if (text.startsWith('unix:')) {
      const path = text.slice(5)
      return path.startsWith('/') && !path.includes('\0') && Buffer.byteLength(path) <= maxSocketPath ? { kind: 'socket', path } : null
    }
    const addresses = addressesIn(text)
    return addresses === null ? null : { kind: 'addresses', addresses }
  },
}

export const headerName: SettingForm<string> = {
  expected: 'the name of an HTTP header',
  read: (text) => (/^[A-Za-z0-9-]{1,64}$/.test(text) ? text.toLowerCase() : null),
}

export const hostNames: SettingForm<readonly string[]> = {
  expected: 'names of hosts, separated by commas, such as aia.example or ocsp.example:8080',
  read: (text) => {
    const hosts = text.split(',').map((word) => hostOf(word.trim()))
    return hosts.every((host) => host !== null) ? hosts : null
  },
}

/** The host as in `URL.host`: in lower case, and with the port unless it is 80. */
function hostOf(text: string): string | null {
  const address = `http://${text}`
  if (!/^[A-Za-z0-9.:[\]-]+$/.test(text) || !URL.canParse(address)) return null
  return new URL(address).host
}

export const rateLimit: SettingForm<number | 'off'> = {
  expected: 'off, or a number of requests in a minute from 1 to 1000000',
  read: (text) => {
    if (/^off$/i.test(text)) return 'off'
    return /^[1-9][0-9]{0,6}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : null
  },
}
