import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxIn, readNetwork } from './client-network.ts'

describe('a network', () => {
  test.each([
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['203.0.113.77/24', '203.0.113.0/24'],
    ['203.0.113.77/32', '203.0.113.77/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0:1::/48', '2001:db8::/48'],
    ['2001:db8::/64', '2001:db8::/64'],
    ['::/0', '::/0'],
  ])('normalizes %s to %s', (text, kept) => {
    expect(readNetwork(text)).toBe(kept)
  })

  test.each([
    '',
    '203.0.113.7',
    '203.0.113.0/33',
    '203.0.113/24',
    '010.0.0.0/8',
    '10.0.0.0/ 8',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/',
    'example.com/24',
    '2001:db8::/129',
    // One client controls a whole /64, so smaller networks are rejected.
    '2001:db8::/65',
    // IPv4-mapped addresses are counted as IPv4.
    '::ffff:203.0.113.0/120',
    'fe80::%eth0/64',
  ])('rejects %j', (text) => {
    expect(readNetwork(text)).toBeUndefined()
  })
})

test('maxIn returns the largest value of the networks that contain an address', () => {
  const bitsOf = (ip: readonly number[]) =>
    ip.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const byte = fc.constantFrom(0, 1, 2, 3, 128, 255)
  const ip = fc.tuple(byte, byte, byte, byte)
  const network = fc.record({
    ip,
    bits: fc.integer({ min: 0, max: 32 }),
    value: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(network), fc.array(ip, { minLength: 1 }), (networks, ips) => {
      const values = new Map<string, number>()
      for (const { ip, bits, value } of networks)
        values.set(readNetwork(`${ip.join('.')}/${bits}`) ?? '', value)
      const largest = maxIn(values)
      for (const ip of ips) {
        const within = networks
          .filter((one) => bitsOf(one.ip).slice(0, one.bits) === bitsOf(ip).slice(0, one.bits))
          .map((one) => values.get(readNetwork(`${one.ip.join('.')}/${one.bits}`) ?? '') ?? 0)
        expect(largest(ip.join('.'))).toBe(Math.max(0, ...within))
      }
    }),
  )
})
