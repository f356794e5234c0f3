import { z } from 'zod'
import { listContacts200, listOrders200, listProducts200 } from '../../generated/schemas.ts'
import type { OperationProperties } from '../properties/operation-properties.ts'
import { allOperations } from './requests.ts'
import type { World } from './world.ts'

/** Lists that are paged by `limit` and `offset`. */
export const offsetLists: readonly OperationProperties[] = allOperations.filter(
  ({ queryParameters }) => 'limit' in queryParameters && 'offset' in queryParameters,
)

/** The largest page. */
const most = 1000

type Query = Record<string, string | number>

/** A path with a query. */
export const withQuery = (path: string, query: Query): string => {
  const pairs = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${path}?${pairs}`
}

/** What a list cannot be asked without. */
export const needed = async (
  world: World,
  { requiredMessages }: Pick<OperationProperties, 'requiredMessages'>,
): Promise<Query> =>
  'campaignId' in requiredMessages ? { campaignId: await world.stage.campaign() } : {}

const everyPage = async <Row>(
  { api }: Pick<World, 'api'>,
  path: string,
  query: Query,
  rowsOf: { parse(body: unknown): Row[] },
): Promise<Row[]> => {
  const rows: Row[] = []
  for (let offset = 0; ; offset += most) {
    const page = rowsOf.parse(
      (await api.get(withQuery(path, { ...query, limit: most, offset }))).body,
    )
    rows.push(...page)
    if (page.length < most) return rows
  }
}

/** Every contact of a campaign that a filter lets through, in the order of the list. */
export const contactsOf = (world: Pick<World, 'api'>, campaignId: string, filter: Query = {}) =>
  everyPage(world, '/v1/contacts/list', { campaignId, ...filter }, listContacts200)

/** Every order that a filter lets through, in the order of the list. */
export const ordersOf = (world: Pick<World, 'api'>, filter: Query = {}) =>
  everyPage(world, '/v1/orders/list', filter, listOrders200)

/** Every product variant row, in the order of the list. */
export const productsOf = (world: Pick<World, 'api'>) =>
  everyPage(world, '/v1/products/list', {}, listProducts200)

/** Every row of a list that is paged by `limit` and `offset`, whatever its rows are. */
export const allRows = async (world: World, operation: OperationProperties): Promise<unknown[]> =>
  everyPage(world, operation.path, await needed(world, operation), z.array(z.unknown()))
