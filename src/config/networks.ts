import { BlockList, isIP } from 'node:net'
import type { SettingForm } from './setting-forms.js'

/** Prefix length of the largest network that is accepted: 10.0.0.0/8 and fc00::/7 are the largest private networks. A larger network is a mistake. */
const shortestPrefix = { 4: 8, 6: 7 } as const

/** The network of the IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2). An IPv6 network that contains it also contains all IPv4 addresses. */
const mapped = { address: '::ffff:0:0', bits: 96 } as const

/** Addresses and networks in CIDR notation; empty for none. */
export const networks: SettingForm<readonly string[]> = {
  expected: 'addresses and networks, separated by commas, such as 10.0.0.5,10.1.0.0/16, and not all of them',
  read: addressesIn,
}

/** The entries of a comma-separated list; null when one of them is neither an address nor a network, or is too large a network. */
export function addressesIn(text: string): readonly string[] | null {
  const addresses = text.split(',').map((word) => word.trim())
  return addresses.every(isAddressOrNetwork) ? addresses : null
}

/** Returns a check whether an address is in one of the networks. IPv4-mapped addresses (`::ffff:10.0.0.5`) count as IPv4 addresses. */
export function networksOf(addresses: readonly string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => false
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/', 2)
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (text) => {
    // Without the zone of a link-local address.
    const address = text.replace(/%.*$/, '')
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

function isAddressOrNetwork(text: string): boolean {
  const match = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text)
  const version = isIP(match?.[1] ?? '')
  if (version !== 4 && version !== 6) return false
  const bits = match?.[2]
  if (bits === undefined) return true
  const shortest = version === 6 && meetsMapped(text) ? mapped.bits + shortestPrefix[4] : shortestPrefix[version]
  return Number(bits) >= shortest && Number(bits) <= (version === 6 ? 128 : 32)
}

/** Whether an IPv6 network and the network of the IPv4-mapped addresses overlap. */
function meetsMapped(network: string): boolean {
  const [address = '', bits = ''] = network.split('/', 2)
  if (Number(bits) > 128) return false
  return networksOf([network])(mapped.address) || networksOf([`${mapped.address}/${mapped.bits}`])(address)
}
