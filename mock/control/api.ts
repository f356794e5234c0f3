import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { endpoints, type OperationId, operationIds } from '../../generated/operations.ts'
import { clientAddress } from '../../server/http/connection/client-address.ts'
import type { Env } from '../../server/http/kit/env.ts'
import type { Mock } from '../mock.ts'
import { isScenario, scenarios } from '../scenarios/scenarios.ts'
import { readJson, rejectDeliveries, rejectOtherSites } from './checks.ts'
import { eventRoutes } from './events.ts'
import { orderRoutes } from './orders.ts'
import { pageRoutes } from './page/routes.ts'
import { requestRoutes } from './requests.ts'

const isOperation = (id: string): id is OperationId => Object.hasOwn(endpoints, id)

const Advance = z.strictObject({ seconds: z.number().min(0).max(3_153_600_000) })
const FailureRequest = z.strictObject({
  latencyMilliseconds: z.int().min(0).max(60_000).default(0),
  fails: z.boolean().default(false),
  calls: z.int().min(1).max(1_000_000).default(1),
})

/** Returns the state of the mock. */
const stateOf = ({ options, controls, backend, receivers, requests }: Mock) => ({
  stateful: options.stateful,
  scenario: backend.scenario,
  scenarios: Object.fromEntries(
    Object.entries(scenarios).map(([name, { shows }]) => [name, shows]),
  ),
  operations: operationIds,
  clock: new Date(controls.clock()).toISOString(),
  aheadSeconds: controls.state.ahead,
  failures: controls.state.failures,
  receivers: receivers.all.map(({ url }) => url),
  subscribersAnswer: receivers.subscribersAnswer,
  requests: requests.entries.length,
})

/** Creates the control API. It needs no key, and the rate limit does not count it. */
export const controlApi = (mock: Mock) => {
  const app = new Hono<Env>().basePath('/__mock')
  const addressOf = clientAddress(mock.options.config.trustedProxies)

  app.use(rejectOtherSites(mock.options.config), rejectDeliveries)

  app.get('/state', (context) => context.json(stateOf(mock)))

  app.post('/reset', async (context) => {
    await mock.loadScenario(mock.options.scenario)
    return context.json(stateOf(mock))
  })

  app.post('/scenarios/:name', async (context) => {
    const { name } = context.req.param()
    if (!isScenario(name))
      return context.json(
        { message: `Unknown scenario ${name}. Use one of ${Object.keys(scenarios).join(', ')}.` },
        400,
      )
    if (!mock.options.stateful)
      return context.json(
        { message: 'Scenarios need a stateful mock. Start it with --stateful.' },
        400,
      )
    await mock.loadScenario(name)
    return context.json(stateOf(mock))
  })

  app.post('/clock', async (context) => {
    const { seconds } = Advance.parse(await readJson(context))
    if (!mock.controls.advance(seconds))
      return context.json(
        { message: 'The clock cannot be more than a thousand years ahead. Reset the mock.' },
        400,
      )
    return context.json(stateOf(mock))
  })

  app.post('/budget/exhaust', async (context) => {
    if (!(await mock.exhaustBudget(addressOf(context))))
      return context.json(
        {
          message:
            'The rate limit is too large to use up. Start the mock with a smaller RATE_LIMIT_BUDGET.',
        },
        400,
      )
    return context.json({ message: 'The next requests from this address return 429' })
  })

  app.post('/operations/:id', async (context) => {
    const { id } = context.req.param()
    if (!isOperation(id))
      return context.json(
        { message: `Unknown operation ${id}. Use one of ${operationIds.join(', ')}.` },
        400,
      )
    mock.controls.setFailure(id, FailureRequest.parse(await readJson(context)))
    return context.json(stateOf(mock))
  })

  requestRoutes(app, mock)
  eventRoutes(app, mock)
  orderRoutes(app, mock)
  pageRoutes(app, () => stateOf(mock))

  app.notFound((context) =>
    context.json({ message: 'Not found. The mock’s page is at /__mock/.' }, 404),
  )
  app.onError((error, context) => {
    if (error instanceof z.ZodError) return context.json({ message: z.prettifyError(error) }, 400)
    if (error instanceof HTTPException)
      return context.json({ message: error.message }, error.status)
    if (error instanceof SyntaxError) return context.json({ message: 'The body must be JSON' }, 400)
    mock.options.log.error(error, 'the control API failed')
    return context.json({ message: 'Internal server error' }, 500)
  })
  return app
}
