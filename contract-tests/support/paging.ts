import { z } from 'zod'
import { listContacts200, listOrders200, listProducts200 } from '../../generated/schemas.ts'
import type { OperationProperties } from '../properties/operation-properties.ts'
import type { LawContext } from './law-context.ts'
import { allOperations } from './requests.ts'

/** The lists with `limit` and `offset`. */
export const offsetLists: readonly OperationProperties[] = allOperations.filter(
  ({ queryParameters }) => 'limit' in queryParameters && 'offset' in queryParameters,
)

/** The maximum page size. */
const most = 1000

type Query = Record<string, string | number>

/** Adds a query to a path. */
export const withQuery = (path: string, query: Query): string => {
  const pairs = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${path}?${pairs}`
}

/** Returns the required query parameters of a list. */
export const needed = async (
  context: LawContext,
  { requiredMessages }: Pick<OperationProperties, 'requiredMessages'>,
): Promise<Query> =>
  'campaignId' in requiredMessages ? { campaignId: await context.fixtures.campaign() } : {}

const everyPage = async <Row>(
  { api }: Pick<LawContext, 'api'>,
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

/** Returns all contacts of a campaign that match a filter, in list order. */
export const contactsOf = (
  context: Pick<LawContext, 'api'>,
  campaignId: string,
  filter: Query = {},
) => everyPage(context, '/v1/contacts/list', { campaignId, ...filter }, listContacts200)

/** Returns all orders that match a filter, in list order. */
export const ordersOf = (context: Pick<LawContext, 'api'>, filter: Query = {}) =>
  everyPage(context, '/v1/orders/list', filter, listOrders200)

/** Returns all product variants, in list order. */
export const productsOf = (context: Pick<LawContext, 'api'>) =>
  everyPage(context, '/v1/products/list', {}, listProducts200)

/** Returns all rows of a list with `limit` and `offset`. */
export const allRows = async (
  context: LawContext,
  operation: OperationProperties,
): Promise<unknown[]> =>
  everyPage(context, operation.path, await needed(context, operation), z.array(z.unknown()))
