import { get } from 'node:http'
import { expect, test } from 'vitest'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { countedAddress, forwardedAddress, inNetworks } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['no address', 'no address'],
  // Some programs read this as 127.0.0.1.
  ['127.1', '127.1'],
])('requests of %s count for %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})

const isTrusted = inNetworks(['10.0.0.0/8', 'fd00::/8'])

test.each([
  ['a port', '203.0.113.7:41234', '203.0.113.7'],
  ['brackets', '[2001:db8::7]', '2001:db8::7'],
  ['brackets and a port', '[2001:db8::7]:41234', '2001:db8::7'],
  ['another spelling', '2001:DB8:0:0::0007', '2001:db8::7'],
  ['IPv4 in IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['spaces and empty entries', ' , 203.0.113.7 ,, ', '203.0.113.7'],
  ['text that is not an address', 'unknown', '10.0.0.1'],
  ['text that is not an address before a proxy', 'unknown, 10.9.9.9', '10.9.9.9'],
  ['leading zeros', '203.0.113.007', '10.0.0.1'],
  ['a forged address', '198.51.100.1, 203.0.113.7, fd00::3, 10.0.0.2', '203.0.113.7'],
  ['a forged proxy', '10.0.0.9, 203.0.113.7', '203.0.113.7'],
  ['only proxies', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['nothing', ' ', '10.0.0.1'],
])('a forwarded entry with %s: %j is %s', (_, header, client) => {
  expect(forwardedAddress(header, '10.0.0.1', isTrusted)).toBe(client)
})

test.each<[string, string, string, (string | string[])[], number[]]>([
  ['a peer that is not trusted', '', 'x-forwarded-for', ['1.1.1.1', '2.2.2.2'], [8, 7]],
  [
    'trusted proxies',
    '127.0.0.0/8, 10.0.0.0/8',
    'x-forwarded-for',
    ['1.1.1.1', ['2.2.2.2', '1.1.1.1', '10.0.0.1'], ['1.1.1.1', '2.2.2.2'], 'nonsense'],
    [8, 7, 8, 8],
  ],
  // Most proxies pass a client's own one on.
  ['Forwarded (RFC 7239)', '127.0.0.0/8', 'forwarded', ['for=1.1.1.1', 'for=2.2.2.2'], [8, 7]],
])('the requests left after headers of %s', async (_, trusted, name, sent, left) => {
  const environment = { RATE_LIMIT_BUDGET: '9', TRUSTED_PROXIES: trusted }
  const { url } = await testServer({ demo: false, environment })
  for (const [i, value] of sent.entries()) {
    const remaining = await new Promise((resolve, reject) => {
      get(`${url}/v1/auth`, { headers: { [name]: value } }, (response) => {
        resolve(response.resume().headers['ratelimit-remaining'])
      }).on('error', reject)
    })
    expect(remaining).toBe(String(left[i]))
  }
})
