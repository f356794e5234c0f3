import fc from 'fast-check'
import { type OperationId, operationIds } from '../../generated/operations.ts'
import { type Fault, faultModes, statementKinds } from './world/sqlite-faults.ts'

/** An operation that clients mix. The other methods of `/v1/auth` are variants of `checkAuth`. */
export type OperationName = 'checkAuth' | Exclude<OperationId, `checkAuth${string}`>

const isMixed = (id: OperationId): id is OperationName => !/^checkAuth./.test(id)

export const operations: readonly OperationName[] = operationIds.filter(isMixed)

/** How a subscriber's endpoint treats deliveries. `private` resolves to an address of the inner network. */
export const behaviours = ['accepts', 'fails', 'slow', 'silent', 'refuses', 'private'] as const
export type Behaviour = (typeof behaviours)[number]

/** What the warehouse and the carrier do to an order, through the command line's process. */
export const changes = ['ship', 'deliver', 'returnOrder'] as const

/** The clients of a run. The account of each is its number modulo two. */
export const clients = 4
/** The endpoints of each account. */
export const endpoints = 3

const is = <Name extends string>(name: Name) => fc.constant(name)
const number = fc.nat({ max: 99 })
const account = fc.nat({ max: 1 })
const client = fc.nat({ max: clients - 1 })

const operation = fc.oneof(
  fc.constantFrom(...operations),
  // The others need what these create.
  fc.constantFrom<OperationName[]>(
    'createOrder',
    'createWebhook',
    'cancelOrder',
    'rotateWebhookSecret',
  ),
)
const wait = fc.constantFrom('none' as const, 'turns' as const, 'yes' as const)

const faultIn = (...kinds: string[]) =>
  fc.record<Fault>({
    kind: fc.constantFrom(...kinds),
    mode: fc.constantFrom(...faultModes),
    skip: fc.nat({ max: 5 }),
    times: fc.constantFrom(1, 1, 2, 8),
  })

const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

const faults = fc.oneof(
  weighted(6, fc.tuple(faultIn(...statementKinds))),
  weighted(
    1,
    fc.tuple(
      fc.record<Fault>({
        kind: fc.constant('claim commit'),
        mode: fc.constant('unanswered'),
        skip: fc.nat({ max: 1 }),
        times: fc.constant(1),
      }),
    ),
  ),
  // Some statements run only after another one failed.
  weighted(1, fc.tuple(faultIn('write', 'release'), faultIn('rollback'))),
  weighted(1, fc.tuple(faultIn('commit'), faultIn('rollback', 'begin'))),
  weighted(1, fc.tuple(faultIn('checkpoint'), faultIn('close'))),
)

const milliseconds = fc.constantFrom(1, 30, 900, 1100, 2500, 6000, 11_000)
const endpoint = fc.nat({ max: endpoints - 1 })
const behaviour = fc.constantFrom('accepts' as const, ...behaviours)
const change = fc.constantFrom(...changes)

const step = fc.oneof(
  weighted(120, fc.record({ do: is('ask'), client, operation, n: number, m: number, wait })),
  weighted(10, fc.record({ do: is('open'), client, n: number })),
  weighted(40, fc.record({ do: is('advance'), milliseconds })),
  weighted(20, fc.record({ do: is('fault'), faults })),
  weighted(10, fc.record({ do: is('repair') })),
  weighted(5, fc.record({ do: is('kill') })),
  weighted(5, fc.record({ do: is('stop') })),
  weighted(10, fc.record({ do: is('endpoint'), account, endpoint, behaviour })),
  weighted(20, fc.record({ do: is('change'), account, n: number, change })),
  weighted(5, fc.record({ do: is('revoke'), account })),
  weighted(8, fc.record({ do: is('flood') })),
  weighted(5, fc.record({ do: is('leave'), client })),
  weighted(4, fc.record({ do: is('clock'), hours: fc.constantFrom(-48, -1, 1, 48) })),
  weighted(2, fc.record({ do: is('overwrite') })),
)

/** One step of a run. Numbers select among what exists, so that a step fits any moment. */
export type Step = typeof step extends fc.Arbitrary<infer Type> ? Type : never

/** A run: up to 120 steps. Each step fits any moment, so a failure can be reduced by leaving steps out. */
export const steps = fc.noBias(fc.array(fc.noShrink(step), { maxLength: 120, size: 'max' }))

/** The rate limit of every run. Small, so that runs exceed it. */
export const rateLimit = { limit: 8, windowSeconds: 10 }
