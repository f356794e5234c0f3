import type { components } from '../../generated/types.ts'
import { at, replacing } from './change-response.ts'
import type { Mutant } from './mutant.ts'

/** Starts every page but the first one row early. */
const overlapping = (path: string): Mutant => ({
  breaks: `Pages of ${path} overlap by one row`,
  source: '§4, design decision 24',
  area: 'paging',
  operations: (real) => ({
    listProducts: ({ query }, call) =>
      real.listProducts(
        {
          query: path.includes('products')
            ? { ...query, offset: Math.max(0, query.offset - 1) }
            : query,
        },
        call,
      ),
    listContacts: ({ query }, call) =>
      real.listContacts(
        {
          query: path.includes('contacts')
            ? { ...query, offset: Math.max(0, query.offset - 1) }
            : query,
        },
        call,
      ),
    listOrders: ({ query }, call) =>
      real.listOrders(
        {
          query: path.includes('orders')
            ? { ...query, offset: Math.max(0, query.offset - 1) }
            : query,
        },
        call,
      ),
  }),
})

/** Mutants of paging. */
export const pagingMutants: Mutant[] = [
  overlapping('/v1/products/list'),
  overlapping('/v1/contacts/list'),
  overlapping('/v1/orders/list'),
  {
    breaks: 'The contact list silently caps limit at 25',
    source: 'design decision 5: never silently clamped',
    area: 'paging',
    operations: (real) => ({
      listContacts: ({ query }, call) =>
        real.listContacts({ query: { ...query, limit: Math.min(query.limit, 25) } }, call),
    }),
  },
  {
    breaks: 'The default limit is 50',
    source: '§8',
    area: 'paging',
    operations: (real) => ({
      listProducts: ({ query }, call) =>
        real.listProducts(
          { query: { ...query, limit: query.limit === 20 ? 50 : query.limit } },
          call,
        ),
    }),
  },
  {
    breaks: 'The last page lacks its last row',
    source: '§4',
    area: 'paging',
    operations: (real) => ({
      listProducts: async (input, call) => {
        const reply = await real.listProducts(input, call)
        const { limit } = input.query
        return reply.status === 200 && limit < 1000 && reply.body.length < limit
          ? { ...reply, body: reply.body.slice(0, -1) }
          : reply
      },
    }),
  },
]

/** Mutants of products and campaigns. */
export const catalogueMutants: Mutant[] = [
  {
    breaks: 'A product without an image has an empty imageUrl',
    source: '§2',
    area: 'catalogue',
    change: at('listProducts', 200, replacing('"imageUrl":null', '"imageUrl":""')),
  },
  {
    breaks: 'imageUrl is a path without a host',
    source: '§2',
    area: 'catalogue',
    change: at('listProducts', 200, replacing(/"imageUrl":"https?:\/\/[^/]*/g, '"imageUrl":"')),
  },
  {
    breaks: 'A SKU appears twice in the product list',
    source: '§2',
    area: 'catalogue',
    operations: (real) => ({
      listProducts: async (input, call) => {
        const reply = await real.listProducts(input, call)
        return reply.status === 200
          ? { ...reply, body: [...reply.body.slice(0, 1), ...reply.body] }
          : reply
      },
    }),
  },
  {
    breaks: 'The products of a campaign differ from the product list',
    source: '§2: same shape as the product list',
    area: 'catalogue',
    operations: (real) => ({
      listCampaigns: async (_, call) => {
        const reply = await real.listCampaigns({}, call)
        const cut = ({ products, ...rest }: components['schemas']['Campaign']) => ({
          ...rest,
          products: products.map((each) => ({ ...each, productionTime: 0 })),
        })
        return reply.status === 200 ? { ...reply, body: reply.body.map(cut) } : reply
      },
    }),
  },
  {
    breaks: 'Campaigns lack their products',
    source: '§2',
    area: 'catalogue',
    change: at('listCampaigns', 200, replacing('"products"', '"variants"')),
  },
]
