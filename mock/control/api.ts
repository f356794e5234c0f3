import { Hono } from 'hono'
import { z } from 'zod'
import { endpoints, type OperationId, operationIds } from '../../generated/operations.ts'
import type { Env } from '../../server/http/api/env.ts'
import { clientAddress } from '../../server/http/connection/client-address.ts'
import type { Mock } from '../mock.ts'
import { isScenario, scenarios } from '../scenarios/scenarios.ts'
import { eventRoutes } from './events.ts'
import { orderRoutes } from './orders.ts'
import { pageRoutes } from './page/routes.ts'
import { requestRoutes } from './requests.ts'

const isOperation = (id: string): id is OperationId => Object.hasOwn(endpoints, id)

const Advance = z.strictObject({ seconds: z.number().min(0).max(3_153_600_000) })
const Trouble = z.strictObject({
  latencyMilliseconds: z.int().min(0).max(60_000).default(0),
  fails: z.boolean().default(false),
  calls: z.int().min(1).max(1_000_000).default(1),
})

/** What the mock is like now. */
const stateOf = ({ options, controls, world, receivers, requests }: Mock) => ({
  stateful: options.stateful,
  scenario: world.scenario,
  scenarios: Object.fromEntries(
    Object.entries(scenarios).map(([name, { shows }]) => [name, shows]),
  ),
  operations: operationIds,
  clock: new Date(controls.clock()).toISOString(),
  aheadSeconds: controls.state.ahead,
  troubles: controls.state.troubles,
  receivers: receivers.all.map(({ url }) => url),
  subscribersAnswer: receivers.subscribersAnswer,
  requests: requests.entries.length,
})

/** The control API: everything that can be turned, without a key and without being counted. */
export const controlApi = (mock: Mock) => {
  const app = new Hono<Env>().basePath('/__mock')
  const addressOf = clientAddress(mock.options.config.trustedProxies)

  // A page that somebody else serves has no business with a developer's mock.
  app.use(async (context, next) => {
    const { method } = context.req
    if (method !== 'GET' && context.req.header('sec-fetch-site') === 'cross-site')
      return context.json(
        { message: 'The mock is turned from its own page, not from another site’s' },
        403,
      )
    return next()
  })

  app.get('/state', (context) => context.json(stateOf(mock)))

  app.post('/reset', async (context) => {
    await mock.load(mock.options.scenario)
    return context.json(stateOf(mock))
  })

  app.post('/scenarios/:name', async (context) => {
    const { name } = context.req.param()
    if (!isScenario(name))
      return context.json(
        { message: `There is ${Object.keys(scenarios).join(', ')}; no ${name}` },
        400,
      )
    if (!mock.options.stateful)
      return context.json({ message: 'Scenarios need a mock that remembers: --stateful' }, 400)
    await mock.load(name)
    return context.json(stateOf(mock))
  })

  app.post('/clock', async (context) => {
    const { seconds } = Advance.parse(await context.req.json())
    if (!mock.controls.advance(seconds))
      return context.json({ message: 'The clock is a thousand years ahead already: reset it' }, 400)
    return context.json(stateOf(mock))
  })

  app.post('/budget/exhaust', async (context) => {
    if (!(await mock.exhaustBudget(addressOf(context))))
      return context.json(
        {
          message:
            'The budget is too large to use up: start the mock with a smaller RATE_LIMIT_BUDGET',
        },
        400,
      )
    return context.json({ message: 'The next requests of this address are answered 429' })
  })

  app.post('/operations/:id', async (context) => {
    const { id } = context.req.param()
    if (!isOperation(id))
      return context.json(
        { message: `There is no operation ${id}; there is ${operationIds.join(', ')}` },
        400,
      )
    mock.controls.trouble(id, Trouble.parse(await context.req.json()))
    return context.json(stateOf(mock))
  })

  requestRoutes(app, mock)
  eventRoutes(app, mock)
  orderRoutes(app, mock)
  pageRoutes(app, () => stateOf(mock))

  app.notFound((context) => context.json({ message: 'The mock’s page is /__mock/' }, 404))
  app.onError((error, context) => {
    if (error instanceof z.ZodError) return context.json({ message: z.prettifyError(error) }, 400)
    if (error instanceof SyntaxError) return context.json({ message: 'The body must be JSON' }, 400)
    mock.options.log.error(error, 'the control API failed')
    return context.json({ message: 'Internal server error' }, 500)
  })
  return app
}
