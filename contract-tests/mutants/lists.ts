import type { components } from '../../generated/types.ts'
import type { Mutant } from './mutant.ts'
import { at, replacing } from './round.ts'

/** A list whose pages start a row early, so that they overlap. */
const overlapping = (path: string): Mutant => ({
  breaks: `pages of ${path} overlap by a row`,
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
    breaks: 'limit is cut down to 25 without a word',
    source: 'design decision 5: never silently clamped',
    area: 'paging',
    operations: (real) => ({
      listContacts: ({ query }, call) =>
        real.listContacts({ query: { ...query, limit: Math.min(query.limit, 25) } }, call),
    }),
  },
  {
    breaks: 'without limit, a page has 50 rows',
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
    breaks: 'the last page lacks its last row',
    source: '§4',
    area: 'paging',
    operations: (real) => ({
      listProducts: async (input, call) => {
        const answer = await real.listProducts(input, call)
        const { limit } = input.query
        return answer.status === 200 && limit < 1000 && answer.body.length < limit
          ? { ...answer, body: answer.body.slice(0, -1) }
          : answer
      },
    }),
  },
]

/** Mutants of products and campaigns. */
export const catalogueMutants: Mutant[] = [
  {
    breaks: 'a missing image is empty text',
    source: '§2',
    area: 'catalogue',
    round: at('listProducts', 200, replacing('"imageUrl":null', '"imageUrl":""')),
  },
  {
    breaks: 'an image is a path without a host',
    source: '§2',
    area: 'catalogue',
    round: at('listProducts', 200, replacing(/"imageUrl":"https?:\/\/[^/]*/g, '"imageUrl":"')),
  },
  {
    breaks: 'a SKU comes twice',
    source: '§2',
    area: 'catalogue',
    operations: (real) => ({
      listProducts: async (input, call) => {
        const answer = await real.listProducts(input, call)
        return answer.status === 200
          ? { ...answer, body: [...answer.body.slice(0, 1), ...answer.body] }
          : answer
      },
    }),
  },
  {
    breaks: 'the products of a campaign are not those of the list',
    source: '§2: same shape as the product list',
    area: 'catalogue',
    operations: (real) => ({
      listCampaigns: async (_, call) => {
        const answer = await real.listCampaigns({}, call)
        const cut = ({ products, ...rest }: components['schemas']['Campaign']) => ({
          ...rest,
          products: products.map((each) => ({ ...each, productionTime: 0 })),
        })
        return answer.status === 200 ? { ...answer, body: answer.body.map(cut) } : answer
      },
    }),
  },
  {
    breaks: 'campaigns do not show their products',
    source: '§2',
    area: 'catalogue',
    round: at('listCampaigns', 200, replacing('"products"', '"variants"')),
  },
]
