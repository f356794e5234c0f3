import { createClient, isApiError, type Schemas } from 'merch-fulfillment-client'
import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react'

type AppProps = {
  /** The base URL of the API. */
  api: string
  apiKey: string
}

/** Lists contacts and orders of the first active campaign, and adds some. */
export const App = ({ api, apiKey }: AppProps) => {
  const client = useMemo(() => createClient({ baseUrl: api, apiKey }), [api, apiKey])
  const [campaign, setCampaign] = useState<Schemas['Campaign']>()
  const [error, setError] = useState<unknown>()
  const [version, setVersion] = useState(0)
  const reload = useCallback(() => {
    setError(undefined)
    setVersion((last) => last + 1)
  }, [])

  useEffect(() => {
    client.campaigns
      .list()
      .then((all) => setCampaign(all.find(({ status }) => status === 'Active')))
      .catch(setError)
  }, [client])

  const part = { client, version, reload, onError: setError }
  return (
    <>
      <h1>{campaign?.name ?? 'No active campaign'}</h1>
      <Failure error={error} onEnd={reload} />
      {campaign && <Contacts {...part} campaignId={campaign.id} />}
      {campaign && <Orders {...part} campaign={campaign} />}
    </>
  )
}

type PartProps = {
  client: ReturnType<typeof createClient>
  /** Changes when data is to be loaded again. */
  version: number
  reload: () => void
  onError: (error: unknown) => void
}

const pageSize = 5

function Contacts({
  client,
  version,
  reload,
  onError,
  campaignId,
}: PartProps & { campaignId: string }) {
  const [contacts, setContacts] = useState<Schemas['Contact'][]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version loads the list again.
  useEffect(() => {
    client.contacts.list({ campaignId, limit: pageSize }).then(setContacts, onError)
  }, [client, campaignId, version, onError])

  const create = (event: FormEvent<HTMLFormElement>) => {
    const field = fieldsOf(event)
    const names = { firstName: field('firstName'), lastName: field('lastName') }
    const contact = { campaignId, ...names, email: field('email') }
    client.contacts.create(contact).then(reload, onError)
  }

  return (
    <section aria-label="Contacts">
      <ul>
        {contacts.map(({ id, firstName, lastName, email }) => (
          <li key={id}>
            {firstName} {lastName}, {email}
          </li>
        ))}
      </ul>
      <form onSubmit={create}>
        <Field name="firstName" label="First name" />
        <Field name="lastName" label="Last name" />
        <Field name="email" label="Email" />
        <button type="submit">Add contact</button>
      </form>
    </section>
  )
}

function Orders({
  client,
  version,
  reload,
  onError,
  campaign,
}: PartProps & { campaign: Schemas['Campaign'] }) {
  const [orders, setOrders] = useState<Schemas['Order'][]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version loads the list again.
  useEffect(() => {
    client.orders.list({ campaignId: campaign.id, limit: pageSize }).then(setOrders, onError)
  }, [client, campaign, version, onError])

  const create = (event: FormEvent<HTMLFormElement>) => {
    const field = fieldsOf(event)
    const shipTo = {
      firstName: 'Ada',
      lastName: 'Byron',
      email: field('email'),
      street1: '12 St James Square',
      city: 'London',
      zip: 'SW1Y 4JH',
      country: 'GB',
    }
    const products = [{ sku: field('sku'), quantity: Number(field('quantity')) }]
    client.orders.create({ campaignId: campaign.id, products, shipTo }).then(reload, onError)
  }

  return (
    <section aria-label="Orders">
      <ul>
        {orders.map(({ id, orderNumber, status, recipient }) => (
          <li key={id}>
            {orderNumber}, {status}, {recipient.email}{' '}
            <button
              type="button"
              onClick={() => client.orders.cancel({ orderId: id }).then(reload, onError)}
            >
              Cancel
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={create}>
        <label>
          SKU
          <select name="sku">
            {campaign.products.map(({ sku, title }) => (
              <option key={sku} value={sku}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Field name="quantity" label="Quantity" />
        <Field name="email" label="Recipient’s email" />
        <button type="submit">Order</button>
      </form>
    </section>
  )
}

function Field({ name, label }: { name: string; label: string }) {
  return (
    <label>
      {label}
      <input name={name} />
    </label>
  )
}

/** Returns a function that returns the text of a field of a form. */
function fieldsOf(event: FormEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault()
  const data = new FormData(event.currentTarget)
  return (name) => String(data.get(name))
}

type FailureProps = {
  error: unknown
  /** Called when a rate limit that was exceeded allows requests again. */
  onEnd: () => void
}

/** Says what went wrong, field by field, and counts down a rate limit. */
const Failure = ({ error, onEnd }: FailureProps) => {
  if (error === undefined) return null
  if (isApiError(error, 429))
    return <Countdown seconds={error.rateLimit?.resetSeconds ?? 60} onEnd={onEnd} />
  if (isApiError(error, 401)) return <p role="alert">The key is not valid. Enter another one.</p>
  if (!isApiError(error)) return <p role="alert">The service cannot be reached. Try again.</p>
  return (
    <div role="alert">
      <p>{error.message}</p>
      <ul>
        {error.errors.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  )
}

function Countdown({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return onEnd()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return <p role="alert">Too many requests. Try again in {left} s.</p>
}
