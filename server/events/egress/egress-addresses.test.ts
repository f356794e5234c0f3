import { createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type DnsAnswer, type Question, startDnsServer } from '../../../testkit/dns-server.ts'
import { startReceiver } from '../../../testkit/receiver.ts'
import { type Certificate, makeCertificate, tlsHost } from '../../../testkit/tls.ts'
import { listen } from '../../http/http-server.ts'
import { resolveAllTo } from '../../testing/resolve-all-to.ts'
import { makeDelivery } from '../dispatch/delivery.ts'
import { DeliveryError } from '../dispatch/delivery-error.ts'
import { createSend } from './egress.ts'
import { dnsLookup, systemLookup } from './names.ts'
import { readNetworks } from './public-address.ts'

let certificate: Certificate

beforeAll(() => {
  certificate = makeCertificate()
})

const sign = async () => makeDelivery({ url: '', secret: 'whsec_test' }, 'order.created', '{}', 0)

/** This machine, which stands for the public internet here; the rest of loopback stays private. */
const allowed = readNetworks(['127.0.0.1/32', '::1/128'])

const hasAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((each) => each.address === address))

/** What comes of a delivery: the status, or why there is none. */
const outcome = (
  port: number,
  options: Parameters<typeof createSend>[0] = {},
  host = tlsHost,
): Promise<unknown> =>
  createSend({ ca: certificate.cert, milliseconds: 20_000, ...options })(
    `https://${host}:${port}/hook`,
    sign,
  ).catch((error: Error) => error.message)

const notPublic = 'hooks.test resolves to an address that is not public'

describe('without allowed networks, nothing reaches this machine', () => {
  // public-address.test.ts and the law of webhook URLs have all kinds of addresses.
  test.each(['127.0.0.1', '[::ffff:7f00:1]', '2130706433'])('the address %s', async (host) => {
    const { port, connections } = await startReceiver(certificate)
    expect(await outcome(port, {}, host)).toMatch(/ resolves to an address that is not public$/)
    expect(connections()).toBe(0)
  })

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a public address and a private one', ['8.8.8.8', '127.0.0.1']],
    ['a private address and a public one', ['10.0.0.1', '8.8.8.8']],
    ['a public address and a private one of IPv6', ['8.8.8.8', 'fd00::1']],
    ['what is no address', ['hooks.example.com']],
  ])('a name that is %s', async (_, addresses) => {
    const { port, connections } = await startReceiver(certificate)
    expect(await outcome(port, { lookup: resolveAllTo(...addresses) })).toBe(notPublic)
    expect(connections()).toBe(0)
  })
})

test('an address that changes after the check is rejected at the socket', async () => {
  const { port, received, connections } = await startReceiver(certificate)
  let looks = 0
  const changing = {
    get address() {
      return looks++ === 0 ? '8.8.8.8' : '127.0.0.1'
    },
    family: 4,
  }
  expect(await outcome(port, { lookup: async () => [changing] })).toBe(notPublic)
  await expect.poll(connections).toBe(1)
  expect(received).toEqual([])
})

describe('names are resolved by DNS for each delivery', () => {
  /** Looks names up in a DNS of the test's own. */
  const dns = async (answer: (question: Question, count: number) => DnsAnswer) => {
    let count = 0
    const { servers, asked } = await startDnsServer((question) => answer(question, count++))
    return { lookup: dnsLookup(servers), asked, allowed }
  }
  const only =
    (type: Question['type'], ...addresses: string[]) =>
    (question: Question) => ({
      addresses: question.type === type ? addresses : [],
    })

  test.for(['A', 'AAAA'] as const)('one that has %s records alone', async (type, context) => {
    const address = type === 'A' ? '127.0.0.1' : '::1'
    if (!hasAddress(address)) context.skip(`this machine has no ${address}`)
    const options = await dns(only(type, address))
    const { port } = await startReceiver(certificate, undefined, address)
    expect(await outcome(port, options)).toBe(200)
    expect(options.asked.map(({ name }) => name)).toEqual([tlsHost, tlsHost])
  })

  test('a name that becomes private is rejected (DNS rebinding)', async () => {
    const { port, connections } = await startReceiver(certificate)
    const options = await dns(({ type }, count) => ({
      addresses: type === 'AAAA' ? [] : [count < 2 ? '127.0.0.1' : '127.0.0.2'],
    }))
    expect(await outcome(port, options)).toBe(200)
    expect(await outcome(port, options)).toBe(notPublic)
    expect(connections()).toBe(1)
  })

  test('a name with a public and a private address is rejected', async () => {
    const { port, connections } = await startReceiver(certificate)
    for (const addresses of [
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2', '127.0.0.1'],
    ])
      expect(await outcome(port, await dns(only('A', ...addresses)))).toBe(notPublic)
    const mixed = await dns(({ type }) => ({
      addresses: type === 'A' ? ['127.0.0.1'] : ['fd00::1'],
    }))
    expect(await outcome(port, mixed)).toBe(notPublic)
    expect(connections()).toBe(0)
  })

  test('a name that is unknown or has no address fails', async () => {
    const { port } = await startReceiver(certificate)
    const unknown = await dns(() => ({ failure: 'NXDOMAIN' }))
    expect(await outcome(port, unknown)).toBe('The host has no address')
    expect(await outcome(port, await dns(() => ({ addresses: [] })))).toBe(
      'The host has no address',
    )
    expect(await outcome(port, { lookup: resolveAllTo() })).toBe('The host has no address')
    const bySystem = systemLookup('x'.repeat(300), AbortSignal.timeout(1000))
    await expect(bySystem).rejects.toThrow(DeliveryError)
    await expect(bySystem).rejects.toMatchObject({ cause: expect.any(Error) })
  })

  test('a name that cannot be resolved fails', async () => {
    const { port } = await startReceiver(certificate)
    const failing = await dns(() => ({ failure: 'SERVFAIL' }))
    expect(await outcome(port, failing)).toBe('The host cannot be looked up')
  })

  test('the DNS servers of the system are asked if no others are given', async () => {
    const stop = new AbortController()
    const looking = dnsLookup()('shop.invalid', stop.signal)
    stop.abort()
    await expect(looking).rejects.toThrow(DeliveryError)
  })

  test('a name that resolves for one address family is reached', async () => {
    const { port } = await startReceiver(certificate)
    const half = await dns(({ type }) =>
      type === 'A' ? { addresses: ['127.0.0.1'] } : { failure: 'SERVFAIL' },
    )
    expect(await outcome(port, half)).toBe(200)
  })

  test('unresponsive names time out and do not delay others', async () => {
    const { port } = await startReceiver(certificate)
    const silent = await dns(() => undefined)
    const waiting = Array.from({ length: 20 }, () =>
      outcome(port, { ...silent, milliseconds: 1000 }),
    )
    // Four of them would take all of the threads that Node asks the system on.
    expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
    await expect.poll(() => silent.asked.length).toBeGreaterThan(20)
    expect(await outcome(port, await dns(only('A', '127.0.0.1')))).toBe(200)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['No response within 1 seconds']))
  })

  test('an abort ends a lookup before the retry', async () => {
    const silent = await dns(() => undefined)
    const stopping = new AbortController()
    const looking = silent.lookup(tlsHost, stopping.signal)
    await expect.poll(() => silent.asked.length).toBe(2)
    stopping.abort()
    await expect(looking).rejects.toThrow()
    expect(silent.asked.length).toBe(2)
  })

  test('the hosts file is used with an allowed network', async () => {
    const { port, connections } = await startReceiver(certificate)
    const loopback = readNetworks(['127.0.0.0/8'])
    expect(await outcome(port, { allowed: loopback }, 'localhost')).toBe(
      'The certificate is for another host',
    )
    expect(connections()).toBe(1)
  })
})

describe('an invalid certificate is rejected', () => {
  test.each([
    ['The certificate has expired', tlsHost, -1],
    ['The certificate is for another host', 'else.test', 2],
  ])('%s', async (reason, host, days) => {
    const other = makeCertificate(host, days)
    const { port, received } = await startReceiver(other)
    const options = { allowed, lookup: resolveAllTo('127.0.0.1'), ca: other.cert }
    expect(await outcome(port, options)).toBe(reason)
    expect(received).toEqual([])
  })

  test('self-signed', async () => {
    const { port, received } = await startReceiver(certificate)
    const send = createSend({ allowed, lookup: resolveAllTo('127.0.0.1') })
    const sent = send(`https://${tlsHost}:${port}/`, sign)
    await expect(sent).rejects.toThrow('The certificate is self-signed')
    expect(received).toEqual([])
  })
})

describe('an endpoint without TLS', () => {
  const plain = async (speak: (socket: Socket) => void) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      speak(socket)
    })
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return listen(server, 0, '127.0.0.1')
  }
  const options = { allowed, lookup: resolveAllTo('127.0.0.1') }

  test('that sends something else fails', async () => {
    const port = await plain((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    expect(await outcome(port, options)).toBe('The TLS handshake failed')
  })

  test('that closes the connection fails', async () => {
    const port = await plain((socket) => socket.resetAndDestroy())
    expect(await outcome(port, options)).toBe('Connection reset')
  })

  test('that accepts and sends nothing times out', async () => {
    const port = await plain(() => {})
    expect(await outcome(port, { ...options, milliseconds: 200 })).toBe(
      'No response within 0.2 seconds',
    )
  })

  test('that refuses the connection fails', async () => {
    const server = createServer()
    const port = await listen(server, 0, '127.0.0.1')
    await new Promise((closed) => server.close(closed))
    expect(await outcome(port, options)).toBe('Connection refused')
  })
})
