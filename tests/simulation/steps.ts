import fc from 'fast-check'
import {
  type Fault,
  faultModes,
  type StatementKind,
  statementKinds,
} from './world/database-faults.ts'
import type { MailBehaviour } from './world/mail-folder.ts'

/** The operations that clients mix. */
export const operations = [
  'checkAuth',
  'listProducts',
  'listCampaigns',
  'listContacts',
  'createContact',
  'createInvite',
  'listWebhookEvents',
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'rotateWebhookSecret',
  'listOrders',
  'getOrder',
  'createOrder',
  'cancelOrder',
  'listInventory',
] as const
export type OperationName = (typeof operations)[number]

/** How a subscriber's endpoint treats deliveries. `private` resolves to an address of the inner network. */
export const behaviours = [
  'accepts',
  'fails',
  'redirects',
  'slow',
  'silent',
  'resets',
  'refuses',
  'nameless',
  'unresolved',
  'private',
] as const
export type Behaviour = (typeof behaviours)[number]

/** What the warehouse and the carrier do to an order, through the command line's process. */
export const changes = ['ship', 'deliver', 'return'] as const
export type Change = (typeof changes)[number]

/** One step of a run. Numbers select among what exists, so that a step fits any moment. */
export type Step =
  | {
      do: 'ask'
      client: number
      operation: OperationName
      n: number
      m: number
      wait: 'none' | 'turns' | 'yes'
    }
  | { do: 'advance'; milliseconds: number }
  | { do: 'fault'; faults: Fault[] }
  | { do: 'repair' }
  | { do: 'kill' }
  | { do: 'stop' }
  | { do: 'endpoint'; account: number; endpoint: number; behaviour: Behaviour }
  | { do: 'mail'; behaviour: MailBehaviour }
  | { do: 'change'; account: number; n: number; change: Change }
  | { do: 'flood' }
  | { do: 'leave'; client: number }

/** The clients of a run. The account of each is its number modulo two. */
export const clients = 4
/** The endpoints of each account. */
export const endpoints = 3

const is = <Name extends Step['do']>(name: Name) => fc.constant(name)
const number = fc.nat({ max: 99 })

const faultIn = (...kinds: StatementKind[]) =>
  fc.record<Fault>({
    kind: fc.constantFrom(...kinds),
    mode: fc.constantFrom(...faultModes),
    skip: fc.nat({ max: 5 }),
    times: fc.constantFrom(1, 1, 2, 8),
  })

/** Some statements run only after another one failed. */
const faults = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(faultIn(...statementKinds)) },
  { weight: 1, arbitrary: fc.tuple(faultIn('write', 'release'), faultIn('undo', 'rollback')) },
  { weight: 1, arbitrary: fc.tuple(faultIn('commit'), faultIn('rollback', 'begin')) },
  { weight: 1, arbitrary: fc.tuple(faultIn('checkpoint'), faultIn('close')) },
)

const step = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  {
    weight: 120,
    arbitrary: fc.record({
      do: is('ask'),
      client: fc.nat({ max: clients - 1 }),
      operation: fc.oneof(
        fc.constantFrom(...operations),
        fc.constantFrom<OperationName[]>(
          'createOrder',
          'createWebhook',
          'cancelOrder',
          'rotateWebhookSecret',
        ),
      ),
      n: number,
      m: number,
      wait: fc.constantFrom('none' as const, 'turns' as const, 'yes' as const),
    }),
  },
  {
    weight: 40,
    arbitrary: fc.record({
      do: is('advance'),
      milliseconds: fc.constantFrom(1, 30, 900, 1100, 2500, 6000, 11_000),
    }),
  },
  { weight: 20, arbitrary: fc.record({ do: is('fault'), faults }) },
  { weight: 10, arbitrary: fc.record({ do: is('repair') }) },
  { weight: 5, arbitrary: fc.record({ do: is('kill') }) },
  { weight: 5, arbitrary: fc.record({ do: is('stop') }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: is('endpoint'),
      account: fc.nat({ max: 1 }),
      endpoint: fc.nat({ max: endpoints - 1 }),
      behaviour: fc.constantFrom('accepts' as const, ...behaviours),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: is('mail'),
      behaviour: fc.constantFrom<MailBehaviour[]>('written', 'failed', 'slow'),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      do: is('change'),
      account: fc.nat({ max: 1 }),
      n: number,
      change: fc.constantFrom(...changes),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: is('flood') }) },
  { weight: 5, arbitrary: fc.record({ do: is('leave'), client: fc.nat({ max: clients - 1 }) }) },
)

/** A run: up to 120 steps. A shorter list of the same steps is simpler, so failures shrink to few steps. */
export const steps = fc.noBias(fc.array(fc.noShrink(step), { maxLength: 120, size: 'max' }))
