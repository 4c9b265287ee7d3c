import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * The network by which clients are told apart: an IPv4 address, also where it is written in version 6 (`::ffff:192.0.2.1`), or the first 64 bits of an
 * IPv6 address, of which a customer of a provider has at least one network whole (RFC 6177). Null for what is no address.
 */
export function networkOf(address: string): string | null {
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  // Without the zone of a link-local address (`fe80::1%eth0`).
  const canonical = new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)
  return mapped?.[1] ?? `${groupsOf(canonical).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address in its canonical form, which leaves out one run of zeros. */
function groupsOf(address: string): readonly string[] {
  const [before = '', after] = address.split('::')
  const first = before === '' ? [] : before.split(':')
  const last = after === undefined || after === '' ? [] : after.split(':')
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
}
