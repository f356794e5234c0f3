import { describe, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { budgetAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['no address', 'no address'],
])('%s counts as %s', (address, counted) => {
  expect(budgetAddress(address)).toBe(counted)
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

  test('a forwarded address from anybody else is not believed', async () => {
    expect(await remaining(undefined, ['203.0.113.1', '203.0.113.2'])).toEqual([8, 7])
    expect(await remaining('10.0.0.0/8', ['203.0.113.1', '203.0.113.2'])).toEqual([8, 7])
  })

  test('a forwarded address from a trusted proxy is the client’s', async () => {
    const clients = ['203.0.113.1', '203.0.113.2', '203.0.113.1', '::ffff:203.0.113.1']
    expect(await remaining('127.0.0.0/8', clients)).toEqual([8, 8, 7, 6])
  })

  test('the right-most entry that is no trusted proxy counts; what a client puts before it does not', async () => {
    const forwarded = [
      '203.0.113.1, 10.1.1.1',
      '198.51.100.9, 203.0.113.1',
      'nonsense, 203.0.113.1, 10.9.9.9',
    ]
    expect(await remaining('127.0.0.0/8, 10.0.0.0/8', forwarded)).toEqual([8, 7, 6])
  })

  test('a header that makes no sense leaves the socket’s address', async () => {
    expect(await remaining('127.0.0.0/8', ['', 'nonsense', '127.0.0.1'])).toEqual([8, 7, 6])
  })

  test('clients of one IPv6 network share a budget', async () => {
    const clients = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']
    expect(await remaining('127.0.0.0/8', clients)).toEqual([8, 7, 8])
  })
})
