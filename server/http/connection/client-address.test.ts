import { get } from 'node:http'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'
import { budgetAddress, forwardedAddress, trustedProxies } from './client-address.ts'

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
])('budget key of %s is %s', (address, counted) => {
  expect(budgetAddress(address)).toBe(counted)
})

const trusted = trustedProxies(['10.0.0.0/8', 'fd00::/8'])

test.each([
  ['a port', '203.0.113.7:41234', '203.0.113.7'],
  ['brackets', '[2001:db8::7]', '2001:db8::7'],
  ['brackets and a port', '[2001:db8::7]:41234', '2001:db8::7'],
  ['another spelling', '2001:DB8:0:0::0007', '2001:db8::7'],
  ['IPv4 in IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['IPv4 in IPv6, in brackets', '[::ffff:203.0.113.7]:1', '203.0.113.7'],
  ['spaces and empty entries', ' , 203.0.113.7 ,, ', '203.0.113.7'],
  ['text that is not an address', 'unknown', '10.0.0.1'],
  ['text that is not an address before a proxy', 'unknown, 10.9.9.9', '10.9.9.9'],
  ['a number', '3405803783', '10.0.0.1'],
  ['too few parts', '203.0.113', '10.0.0.1'],
  ['leading zeros', '203.0.113.007', '10.0.0.1'],
  ['a name', 'client.example.com', '10.0.0.1'],
  ['only proxies', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['nothing', ' ', '10.0.0.1'],
])('a forwarded entry with %s: %j is %s', (_, header, client) => {
  expect(forwardedAddress(header, '10.0.0.1', trusted)).toBe(client)
})

const proxy = fc.oneof(
  fc.ipV4().map((ip) => `10.${ip.split('.').slice(1).join('.')}`),
  fc.ipV6().map(
    (ip) =>
      `fd00::${
        ip
          .split(':')
          .at(-1)
          ?.replace(/.*\..*/, '1') || '1'
      }`,
  ),
)
const client = fc
  .oneof(fc.ipV4(), fc.ipV6())
  .map((ip) => ipaddr.process(ip).toString())
  .filter((ip) => !trusted.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4'))

/** An address in the forms that proxies write. */
const written = (ip: string) =>
  ip.includes(':')
    ? fc.constantFrom(ip, ip.toUpperCase(), `[${ip}]`, `[${ip}]:443`)
    : fc.constantFrom(ip, `${ip}:8080`, `::ffff:${ip}`, `[::ffff:${ip}]:443`)

const comma = fc.constantFrom(',', ', ', ' ,', ' , ,\t')

test('a client cannot forge its address: the first proxy’s entry counts', () => {
  const forged = fc.array(fc.oneof(fc.string(), client, proxy))
  const way = fc
    .tuple(client, fc.array(proxy, { maxLength: 4 }))
    .chain(([seen, proxies]) =>
      fc.tuple(fc.constant(seen), fc.tuple(...[seen, ...proxies].map(written))),
    )
  fc.assert(
    fc.property(forged, way, comma, proxy, (forged, [seen, entries], comma, socket) => {
      const header = [...forged, ...entries].join(comma)
      expect(forwardedAddress(header, socket, trusted)).toBe(seen)
    }),
  )
})

test('the header of a peer that is not a trusted proxy is ignored', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), client, proxy), client, (header, socket) => {
      expect(forwardedAddress(header, socket, trusted)).toBe(socket)
    }),
  )
})

describe('behind a proxy', () => {
  const remaining = async (trusted: string | undefined, forwarded: string[]) => {
    const server = await testServer({
      demo: false,
      environment: { RATE_LIMIT_BUDGET: '9', ...(trusted ? { TRUSTED_PROXIES: trusted } : {}) },
    })
    const left: number[] = []
    for (const header of forwarded) {
      const { headers } = await server.request({
        path: '/v1/auth',
        headers: { 'x-forwarded-for': header },
      })
      left.push(Number(headers['ratelimit-remaining']))
    }
    return left
  }

  test('a forwarded address from an untrusted peer is ignored', async () => {
    expect(await remaining(undefined, ['203.0.113.1', '203.0.113.2'])).toEqual([8, 7])
    expect(await remaining('10.0.0.0/8', ['203.0.113.1', '203.0.113.2'])).toEqual([8, 7])
  })

  test('a forwarded address from a trusted proxy is the client’s address', async () => {
    const clients = ['203.0.113.1', '203.0.113.2', '203.0.113.1', '::ffff:203.0.113.1']
    expect(await remaining('127.0.0.0/8', clients)).toEqual([8, 8, 7, 6])
  })

  test('the right-most untrusted entry counts; entries before it do not', async () => {
    const forwarded = [
      '203.0.113.1, 10.1.1.1',
      '198.51.100.9, 203.0.113.1',
      'nonsense, 203.0.113.1, 10.9.9.9',
    ]
    expect(await remaining('127.0.0.0/8, 10.0.0.0/8', forwarded)).toEqual([8, 7, 6])
  })

  test('several headers are read as one list', async () => {
    const server = await testServer({
      demo: false,
      environment: { RATE_LIMIT_BUDGET: '9', TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8' },
    })
    const remaining = (...forwarded: string[]) =>
      new Promise((resolve, reject) => {
        const headers = { 'x-forwarded-for': forwarded }
        get(`${server.url}/v1/auth`, { headers }, (response) => {
          resolve(response.resume().headers['ratelimit-remaining'])
        }).on('error', reject)
      })
    expect(await remaining('203.0.113.1')).toBe('8')
    expect(await remaining('198.51.100.1', '203.0.113.1', '10.0.0.1')).toBe('7')
    expect(await remaining('203.0.113.1', '198.51.100.1')).toBe('8')
  })

  test('the Forwarded header (RFC 7239) is ignored: most proxies pass a client’s on', async () => {
    const server = await testServer({
      demo: false,
      environment: { RATE_LIMIT_BUDGET: '9', TRUSTED_PROXIES: '127.0.0.0/8' },
    })
    for (const left of [8, 7]) {
      const headers = { forwarded: `for=203.0.113.${left}` }
      const answer = await server.request({ path: '/v1/auth', headers })
      expect(answer.headers['ratelimit-remaining']).toBe(String(left))
    }
  })

  test('an invalid header leaves the socket’s address', async () => {
    expect(await remaining('127.0.0.0/8', ['', 'nonsense', '127.0.0.1'])).toEqual([8, 7, 6])
  })

  test('clients of one IPv6 network share a budget', async () => {
    const clients = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']
    expect(await remaining('127.0.0.0/8', clients)).toEqual([8, 7, 8])
  })
})
