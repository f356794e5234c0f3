import { shipStationV1 } from '../intake/shipstation/shipstation-v1.ts'
import { createGet, createGetJson } from '../intake/shipstation/shipstation-v1-client.ts'
import type { Changes } from '../intake/shipstation/sync.ts'
import { recordedOrder, startFakeShipStation } from './fake-shipstation.ts'

const { signal } = new AbortController()
const since = Date.parse('2026-11-01T00:00:00Z')

/** Starts the API, and returns what reads it. Waits are recorded and take no time. */
export const shipStation = async () => {
  const api = await startFakeShipStation()
  const waits: number[] = []
  const ask = createGetJson({
    ...api.access,
    get: createGet(),
    wait: async (milliseconds) => void waits.push(milliseconds),
  })
  const provider = shipStationV1(ask)
  const changes = async (from = since): Promise<Changes[]> => {
    const pages: Changes[] = []
    for await (const page of provider.changedSince(from, signal)) pages.push(page)
    return pages
  }
  const orders = async (from = since) => (await changes(from)).flatMap((page) => page.orders)
  return {
    ...{ api, waits, changes, orders },
    ids: async (from = since) => (await orders(from)).map(({ id }) => id),
    parcels: async () => Object.fromEntries(await provider.parcelsOf(await orders(), signal)),
  }
}

/** Adds orders to the API, changed a minute apart. Their IDs count from 1. */
export const fill = (api: Awaited<ReturnType<typeof startFakeShipStation>>, count: number) => {
  for (let id = 1; id <= count; id++)
    api.orders.push(recordedOrder(id, `2026-11-20T09:${String(id).padStart(2, '0')}:00.0000000`))
}

/** Returns the IDs of the first orders. */
export const upTo = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1))
