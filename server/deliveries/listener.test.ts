import { expect, test } from 'vitest'
import { messageOf } from './attempt-delivery.ts'
import { addressesOf } from './egress.ts'
import { forwardToUrl, isPrivateAddress, privateReach } from './listener.ts'

const own = '127.0.0.1 127.8.9.10 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.20 ::1 fd00::1'
const others = '172.32.0.1 8.8.8.8 0.0.0.0 169.254.169.254 fe80::1 ::ffff:8.8.8.8 2606:4700::1111'

test('loopback and private addresses are this machine’s or its network’s, and no others', () => {
  for (const address of [...own.split(' '), '::ffff:127.0.0.1', '::ffff:10.1.2.3', 'fd00::1%eth0'])
    expect(isPrivateAddress(address), address).toBe(true)
  for (const address of [...others.split(' '), '255.255.255.255', 'localhost', ''])
    expect(isPrivateAddress(address), address).toBe(false)
})

const { signal } = new AbortController()

/** Forwards a delivery. Returns the status, or why there is none. */
const forward = async (url: string) => {
  const delivery = { event: 'webhook.test', body: '{}' } as const
  const result = await forwardToUrl(new URL(url), 'whsec_1', Date.now)(delivery)
  return 'response' in result ? result.response.status : messageOf(result.error)
}

test.each([
  'http://8.8.8.8/',
  'https://[2606:4700::1111]:8443/',
  'http://169.254.169.254/latest/meta-data',
])('nothing is forwarded to %s', async (url) => {
  const message = 'is not on this machine or its private network'
  expect(await forward(url)).toContain(message)
})

test('a name is private if all its addresses are', async () => {
  const [own, other] = ['10.0.0.1', '8.8.8.8'].map((address) => ({ address, family: 4 }))
  const found = (...addresses: (typeof own)[]) =>
    addressesOf(
      new URL('http://app'),
      { ...privateReach, lookup: async () => addresses.filter((each) => each !== undefined) },
      signal,
    )
  expect(await found(own)).toEqual([own])
  await expect(found(own, other)).rejects.toThrow('app is not on this machine')
  await expect(found()).rejects.toThrow('The host has no address')
})
