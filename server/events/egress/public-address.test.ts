import { describe, expect, test } from 'vitest'
import { mayReach, readNetworks } from './public-address.ts'

describe('deliveries may not go to', () => {
  test.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private, 10/8', '10.0.0.0'],
    ['private, 10/8, its last', '10.255.255.255'],
    ['shared by carriers, its first', '100.64.0.0'],
    ['shared by carriers, its last', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback, its last', '127.255.255.255'],
    ['link-local', '169.254.0.0'],
    ['cloud metadata', '169.254.169.254'],
    ['link-local, its last', '169.254.255.255'],
    ['private, 172.16/12', '172.16.0.0'],
    ['private, 172.16/12, its last', '172.31.255.255'],
    ['IETF protocol assignments', '192.0.0.1'],
    ['documentation, TEST-NET-1', '192.0.2.1'],
    ['6to4 relays', '192.88.99.1'],
    ['private, 192.168/16', '192.168.0.0'],
    ['private, 192.168/16, its last', '192.168.255.255'],
    ['benchmarking', '198.18.0.1'],
    ['benchmarking, its last', '198.19.255.255'],
    ['documentation, TEST-NET-2', '198.51.100.7'],
    ['documentation, TEST-NET-3', '203.0.113.7'],
    ['multicast', '224.0.0.1'],
    ['multicast, its last', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['next to loopback', '::2'],
    ['IPv4 compatible', '::127.0.0.1'],
    ['IPv4 compatible, public', '::8.8.8.8'],
    ['IPv4 mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4 mapped, private', '::ffff:10.0.0.1'],
    ['IPv4 mapped, public', '::ffff:8.8.8.8'],
    ['IPv4 mapped in hexadecimal', '::ffff:7f00:1'],
    ['IPv4 translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::127.0.0.1'],
    ['NAT64, local', '64:ff9b:1::1'],
    ['discard only', '100::1'],
    ['Teredo', '2001::1'],
    ['benchmarking', '2001:2::1'],
    ['ORCHIDv2', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['6to4', '2002:7f00:1::1'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['outside 2000::/3, below', '1fff:ffff::1'],
    ['outside 2000::/3, above', '4000::1'],
    ['outside 2000::/3, far', '8000::1'],
    ['unique local', 'fc00::1'],
    ['unique local, its last', 'fdff:ffff::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['link-local, its last', 'febf::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['no address', 'hooks.example.com'],
    ['nothing', ''],
    ['half an address', '10.0.0'],
    ['an address and a port', '8.8.8.8:443'],
    ['an address in brackets', '[2606:4700::1111]'],
  ])('%s: %s', (_, address) => {
    expect(mayReach(address)).toBe(false)
  })
})

describe('deliveries may go to', () => {
  test.each([
    ['1.0.0.1'],
    ['8.8.8.8'],
    ['9.255.255.255'],
    ['11.0.0.0'],
    ['100.63.255.255'],
    ['100.128.0.0'],
    ['126.255.255.255'],
    ['128.0.0.1'],
    ['169.253.255.255'],
    ['169.255.0.0'],
    ['172.15.255.255'],
    ['172.32.0.0'],
    ['192.167.255.255'],
    ['192.169.0.0'],
    ['198.17.255.255'],
    ['198.20.0.0'],
    ['223.255.255.255'],
    ['2606:4700::1111'],
    ['2a00:1450:4001::200e'],
    ['2620:fe::fe'],
    ['2400:cb00::1'],
    ['3000::1'],
  ])('%s', (address) => {
    expect(mayReach(address)).toBe(true)
  })
})

test('deliveries may go to an allowed network and to no address beside it', () => {
  const allowed = readNetworks(['127.0.0.0/8', 'fd00::/8'])
  expect(mayReach('127.0.0.1', allowed)).toBe(true)
  expect(mayReach('fd12::1', allowed)).toBe(true)
  expect(mayReach('10.0.0.1', allowed)).toBe(false)
  expect(mayReach('fc00::1', allowed)).toBe(false)
  expect(mayReach('::1', allowed)).toBe(false)
})
