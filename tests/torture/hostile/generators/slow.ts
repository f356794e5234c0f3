import fc from 'fast-check'
import { defaultLimits } from '../../../../server/http/connection/limits.ts'
import { type Attack, type Due, type Step, send, type World } from '../attack.ts'
import { bearer, head } from '../request-bytes.ts'
import { place } from './targets.ts'

const { headersTimeout, requestTimeout, responseTimeout, keepAliveTimeout } = defaultLimits

/** What looking now and then, and a machine with other work, may add. */
const slack = 10_000

const hangingUp = (milliseconds: number, most: number): Due => ({
  is: 'hanging up',
  within: milliseconds + slack,
  most,
})

const post = (world: World, target: string, length: number) =>
  head(`POST ${target} HTTP/1.1`, [
    ['Host', 'localhost'],
    ...bearer(world.key),
    ['Content-Type', 'application/json'],
    ['Content-Length', String(length)],
  ])

const every = fc.integer({ min: 200, max: 3000 })

/** Clients that say little, and slowly. */
const drips = (world: World): fc.Arbitrary<Attack> =>
  fc.oneof(
    fc
      .tuple(place(world), every, fc.constantFrom('X: y\r\n', 'X', '\r\n'))
      .map(([path, pause, bytes]) => ({
        name: 'slow headers',
        steps: [send(`GET ${path} HTTP/1.1\r\nX: `), { do: 'drip', bytes, every: pause } as const],
        due: hangingUp(headersTimeout, 1),
      })),
    fc
      .tuple(
        fc.constantFrom('/v1/orders/create', '/v1/webhooks', '/healthz', `/i/${world.slug}/cart`),
        every,
      )
      .map(([path, pause]) => ({
        name: 'slow body',
        steps: [
          send(post(world, path, 100_000)),
          { do: 'drip', bytes: ' ', every: pause } as const,
        ],
        due: hangingUp(requestTimeout, 1),
      })),
    fc.constantFrom('', 'G', 'GET / HTTP/1.1\r\n', '\r\n').map((bytes) => ({
      name: 'silence',
      steps: [send(bytes), { do: 'wait', milliseconds: headersTimeout + slack } as const],
      due: hangingUp(headersTimeout, 1),
    })),
    place(world).map((path) => ({
      name: 'one request and no other',
      steps: [
        send(head(`GET ${path} HTTP/1.1`, [['Host', 'localhost']])),
        { do: 'wait', milliseconds: keepAliveTimeout + slack } as const,
      ],
      due: hangingUp(keepAliveTimeout, 1),
    })),
  )

/** Ninety of them are more than lies in the buffers between two sockets. */
const large = ['/openapi.json', '/collection.json']

/** Clients that ask for much, and take little or nothing of it. */
const deaf = (world: World): fc.Arbitrary<Attack> =>
  fc
    .tuple(fc.constantFrom(...large), fc.integer({ min: 90, max: 99 }), fc.boolean())
    .map(([path, times, isSipping]) => {
      const asked = head(`GET ${path} HTTP/1.1`, [
        ['Host', 'localhost'],
        ...bearer(world.key),
      ]).repeat(times)
      const listen: Step = {
        do: isSipping ? 'sip' : 'be deaf',
        milliseconds: responseTimeout + slack / 2,
      }
      return {
        name: isSipping ? 'taking little of the answers' : 'taking none of the answers',
        steps: [send(asked), listen],
        due: hangingUp(responseTimeout, times - 1),
      }
    })

/** Clients that take their time. */
export const slow = (world: World): fc.Arbitrary<Attack> =>
  fc.oneof({ arbitrary: drips(world), weight: 30 }, { arbitrary: deaf(world), weight: 1 })
