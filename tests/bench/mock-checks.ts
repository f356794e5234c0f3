import { demoKeys } from '../../mock/demo-keys.ts'
import { newContact, newOrder } from '../kit/request-bodies.ts'

type Answer = { status: number; headers: Headers; text: string }

/** Sends a request with the demo key, or another one. Without a response, the status is 0. */
type Ask = (
  request: string,
  more?: { key?: string; json?: unknown; body?: string },
) => Promise<Answer>

export const askAt =
  (port: number): Ask =>
  async (request, { key = demoKeys.demo, json, body } = {}) => {
    const [method = '', target = ''] = request.split(' ')
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const content = body ?? (json === undefined ? undefined : JSON.stringify(json))
    const init = { method, headers, ...(content === undefined ? {} : { body: content }) }
    const signal = AbortSignal.timeout(5000)
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v1/${target}`, { ...init, signal })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch {
      return { status: 0, headers: new Headers(), text: '' }
    }
  }

const parsed = ({ text }: Answer) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the demo's campaign and a SKU of it, or names that no mock has. */
const campaignOf = async (ask: Ask) => {
  const campaigns = parsed(await ask('GET campaigns/list'))
  const active = Array.isArray(campaigns) ? campaigns.find(({ status }) => status === 'Active') : {}
  return { id: String(active?.id), sku: String(active?.products?.[0]?.sku) }
}

/** Places an order of a recipient that no example has. */
const placeOrder = async (ask: Ask) => {
  const { id, sku } = await campaignOf(ask)
  const email = `${crypto.randomUUID()}@example.com`
  const order = newOrder(id, sku)
  const json = { ...order, shipTo: { ...order.shipTo, email } }
  return { order: parsed(await ask('POST orders/create', { json })), email }
}

const hook = { url: 'https://a.example.com/', events: ['order.created'] }

/** What a frontend meets, each strict: the status code, the body and the effect must be the service's. */
export const checks: Record<string, (ask: Ask) => Promise<boolean>> = {
  'A wrong key is a 401 in plain text': async (ask) => {
    const { status, text } = await ask('GET auth', { key: 'wrong' })
    return status === 401 && text === 'Unauthorized'
  },
  'The key is checked before the path': async (ask) =>
    (await ask('GET nothing', { key: 'wrong' })).status === 401,
  'Each invalid field has its error': async (ask) => {
    const answer = await ask('POST contacts/create', { json: { campaignId: 'c', email: 'nobody' } })
    const errors = parsed(answer)?.errors?.map((error: string) => error.split(':')[0])
    return answer.status === 400 && String(errors) === 'firstName,lastName,email'
  },
  'Malformed JSON is a 400 with a message': async (ask) => {
    const answer = await ask('POST orders/create', { body: '{' })
    return answer.status === 400 && parsed(answer)?.message === 'Invalid request body'
  },
  'An invalid query names its parameter': async (ask) =>
    /^limit: /.test(parsed(await ask('GET products/list?limit=0'))?.message),
  'The rate limit counts down': async (ask) => {
    const left = async () => Number((await ask('GET auth')).headers.get('ratelimit-remaining'))
    const first = await left()
    return first > 0 && (await left()) === first - 1
  },
  'Another method is a 405 with Allow': async (ask) => {
    const { status, headers } = await ask('PUT orders/list')
    return status === 405 && headers.get('allow')?.includes('GET') === true
  },
  'A page has as many items as asked for': async (ask) =>
    parsed(await ask('GET products/list?limit=1'))?.length === 1,
  'Pages do not overlap': async (ask) => {
    const [first, second] = [
      parsed(await ask('GET products/list?limit=1')),
      parsed(await ask('GET products/list?limit=1&offset=1')),
    ]
    return first?.[0] !== undefined && second?.[0] !== undefined && first[0].sku !== second[0].sku
  },
  'A contact that was created is listed': async (ask) => {
    const { id } = await campaignOf(ask)
    const email = `${crypto.randomUUID()}@example.com`
    await ask('POST contacts/create', { json: { ...newContact(id), email } })
    return (await ask(`GET contacts/list?campaignId=${id}&limit=1000`)).text.includes(email)
  },
  'An order that was placed can be read': async (ask) => {
    const { order, email } = await placeOrder(ask)
    const found = parsed(await ask(`GET orders/${order?.id}`))
    return found?.id === order?.id && found?.recipient?.email === email
  },
  'An order is cancelled once': async (ask) => {
    const { order } = await placeOrder(ask)
    const cancel = () => ask('POST orders/cancel', { json: { orderId: order?.id } })
    const [first, second] = [await cancel(), await cancel()]
    return first.status === 201 && /already cancelled/.test(parsed(second)?.message)
  },
  'An unknown order is a 404': async (ask) => (await ask('GET orders/ord_none')).status === 404,
  'One URL is one subscription': async (ask) => {
    const [first, second] = [
      await ask('POST webhooks', { json: hook }),
      await ask('POST webhooks', { json: hook }),
    ]
    return first.status === 201 && second.status === 400 && first.text.includes(hook.url)
  },
  'A subscription that was deleted is gone': async (ask) => {
    const { id } =
      parsed(await ask('POST webhooks', { json: { ...hook, url: `${hook.url}2` } })) ?? {}
    const before = (await ask('GET webhooks')).text.includes(id)
    await ask(`DELETE webhooks/${id}`)
    return before && !(await ask('GET webhooks')).text.includes(id)
  },
}
