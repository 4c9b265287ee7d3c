import { describe, expect, it } from 'vitest'
import { networkOf } from '../../../../src/interfaces/http/connections/network-of.js'

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('the network of an address of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))

  it.each(['', 'unknown', '192.0.2.1:80', '[2001:db8::1]', '192.0.2.256', '_hidden'])('the network of an address of %j is none', (text) =>
    expect(networkOf(text)).toBeNull(),
  )
})
