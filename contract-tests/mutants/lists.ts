import { body, input } from './change-operation.ts'
import { at, replacing } from './change-response.ts'
import { mutantsOf } from './mutant.ts'

/** Starts every page but the first one row early. */
const early = <Query extends { offset: number }>({ query }: { query: Query }) => ({
  query: { ...query, offset: Math.max(0, query.offset - 1) },
})

/** Mutants of paging. */
export const pagingMutants = [
  ...mutantsOf('paging', '§4, design decision 24', {
    'Pages of listProducts overlap by one row': input('listProducts', early),
    'Pages of listContacts overlap by one row': input('listContacts', early),
    'Pages of listOrders overlap by one row': input('listOrders', early),
  }),
  ...mutantsOf('paging', 'design decision 5: never silently clamped', {
    'The contact list silently caps limit at 25': input('listContacts', ({ query }) => ({
      query: { ...query, limit: Math.min(query.limit, 25) },
    })),
  }),
  ...mutantsOf('paging', '§8', {
    'The default limit is 50': input('listProducts', ({ query }) => ({
      query: { ...query, limit: query.limit === 20 ? 50 : query.limit },
    })),
  }),
  ...mutantsOf('paging', '§4', {
    'The last page lacks its last row': body('listProducts', (products, { query: { limit } }) =>
      limit < 1000 && products.length < limit ? products.slice(0, -1) : products,
    ),
  }),
]

/** Mutants of products and campaigns. */
export const catalogueMutants = mutantsOf('catalogue', '§2', {
  'A product without an image has an empty imageUrl': at(
    'listProducts 200',
    replacing('"imageUrl":null', '"imageUrl":""'),
  ),
  'imageUrl is a path without a host': at(
    'listProducts 200',
    replacing(/"imageUrl":"https?:\/\/[^/]*/g, '"imageUrl":"'),
  ),
  'A SKU appears twice in the product list': body('listProducts', (products) => [
    ...products.slice(0, 1),
    ...products,
  ]),
  'The products of a campaign differ from the product list': at(
    'listCampaigns 200',
    replacing(/"productionTime":[^,}]*/g, '"productionTime":0'),
  ),
  'Campaigns lack their products': at('listCampaigns 200', replacing('"products"', '"variants"')),
})
