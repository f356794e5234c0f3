import fc from 'fast-check'
import { defaultLimits } from '../../../../server/http/connection/limits.ts'
import { type Attack, type AttackedServer, type Expectation, type Step, send } from '../attack.ts'
import { bearer, head } from '../request-bytes.ts'
import { place } from './targets.ts'

const { headersTimeout, requestTimeout, responseTimeout, keepAliveTimeout } = defaultLimits

/** Allowed on top of a timeout: the server checks at intervals, and the machine may be busy. */
const slack = 10_000

const hangingUp = (milliseconds: number, most: number): Expectation => ({
  is: 'close',
  within: milliseconds + slack,
  most,
})

const post = (attacked: AttackedServer, target: string, length: number) =>
  head(`POST ${target} HTTP/1.1`, [
    ['Host', 'localhost'],
    ...bearer(attacked.key),
    ['Content-Type', 'application/json'],
    ['Content-Length', String(length)],
  ])

const every = fc.integer({ min: 200, max: 3000 })

/** Clients that send little, slowly. */
const drips = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc.oneof(
    fc
      .tuple(place(attacked), every, fc.constantFrom('X: y\r\n', 'X', '\r\n'))
      .map(([path, pause, bytes]) => ({
        name: 'slow headers',
        steps: [
          send(`GET ${path} HTTP/1.1\r\nX: `),
          { do: 'repeat', bytes, every: pause } as const,
        ],
        expected: hangingUp(headersTimeout, 1),
      })),
    fc
      .tuple(
        fc.constantFrom(
          '/v1/orders/create',
          '/v1/webhooks',
          '/healthz',
          `/i/${attacked.slug}/cart`,
        ),
        every,
      )
      .map(([path, pause]) => ({
        name: 'slow body',
        steps: [
          send(post(attacked, path, 100_000)),
          { do: 'repeat', bytes: ' ', every: pause } as const,
        ],
        expected: hangingUp(requestTimeout, 1),
      })),
    fc.constantFrom('', 'G', 'GET / HTTP/1.1\r\n', '\r\n').map((bytes) => ({
      name: 'silence',
      steps: [send(bytes), { do: 'wait', milliseconds: headersTimeout + slack } as const],
      expected: hangingUp(headersTimeout, 1),
    })),
    place(attacked).map((path) => ({
      name: 'one request and no other',
      steps: [
        send(head(`GET ${path} HTTP/1.1`, [['Host', 'localhost']])),
        { do: 'wait', milliseconds: keepAliveTimeout + slack } as const,
      ],
      expected: hangingUp(keepAliveTimeout, 1),
    })),
  )

/** Ninety responses exceed the buffers between two sockets. */
const large = ['/openapi.json', '/collection.json']

/** Clients that request much and read little or nothing. */
const deaf = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc
    .tuple(fc.constantFrom(...large), fc.integer({ min: 90, max: 99 }), fc.boolean())
    .map(([path, times, isSipping]) => {
      const asked = head(`GET ${path} HTTP/1.1`, [
        ['Host', 'localhost'],
        ...bearer(attacked.key),
      ]).repeat(times)
      const listen: Step = {
        do: isSipping ? 'read slowly' : 'stop reading',
        milliseconds: responseTimeout + slack / 2,
      }
      return {
        name: isSipping ? 'taking little of the responses' : 'taking none of the responses',
        steps: [send(asked), listen],
        expected: hangingUp(responseTimeout, times - 1),
      }
    })

/** All slow clients. */
export const slow = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc.oneof({ arbitrary: drips(attacked), weight: 30 }, { arbitrary: deaf(attacked), weight: 1 })
