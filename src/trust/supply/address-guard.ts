import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { FetchError } from '#trust/lists'

/**
 * Networks that are not public: this machine, private and shared networks, link-local addresses (metadata services of clouds), multicast, reserved and
 * documentation ranges (IANA special-purpose address registries, RFC 6890).
 */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, prefix, 'ipv4')
// In IPv6 only 2000::/3 is global unicast, which excludes IPv4-mapped addresses (`::ffff:127.0.0.1`). Special networks in it: those that embed IPv4 addresses,
// and documentation ranges.
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is public. False for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  const bare = address.split('%')[0] ?? ''
  switch (isIP(bare)) {
    case 4:
      return !special.check(bare, 'ipv4')
    case 6:
      return global.check(bare, 'ipv6') && !special.check(bare, 'ipv6')
    default:
      return false
  }
}

/**
 * A name resolution that returns only public addresses. The connection is made to exactly these addresses, so it has no effect when the name resolves to
 * another address a moment later (DNS rebinding).
 */
export function publicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    const all: LookupOptions = { ...options, all: true }
    resolve(hostname, all, (error, found) => {
      if (error !== null) {
        callback(error, [])
        return
      }
      const addresses = (Array.isArray(found) ? found : [found]) as LookupAddress[]
      const open = addresses.filter(({ address }) => isPublicAddress(address))
      const [first] = open
      if (first === undefined) callback(privateAddress(hostname), [])
      else if (options.all === true) callback(null, open)
      else callback(null, first.address, first.family)
    })
  }
}

/** Throws `FetchError` for a literal address that is not public and for `localhost`. Other names are checked when they are resolved. */
export function assertPublicHost(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw privateAddress(hostname)
  if (/^localhost\.?$|\.localhost\.?$/i.test(hostname)) throw privateAddress(hostname)
}

function privateAddress(hostname: string): FetchError {
  return new FetchError(
    'FETCH_PRIVATE_ADDRESS',
    `${hostname.slice(0, 200)} is an address of this machine or of a private network; set ALLKIRI_TRUST_PRIVATE_ADDRESSES=true if that is meant.`,
  )
}
