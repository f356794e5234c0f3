import type { Mutant } from './mutant.ts'
import { at, changed, json, replacing, where } from './round.ts'

/** Lets through what one error of a body says is wrong. */
const lettingThrough = (operation: string, error: string, status: number, body: unknown) =>
  at(operation, 400, (said) =>
    said.text === JSON.stringify({ message: 'Invalid request body', errors: [error] })
      ? json(said, status, body)
      : said,
  )

const created = { contactId: 'con_1' }

/** Mutants of the reading of bodies and parameters. */
export const inputMutants: Mutant[] = [
  {
    breaks: 'a first name of 101 characters is accepted',
    source: '§4 POST /v1/contacts/create',
    area: 'input',
    round: lettingThrough(
      'createContact',
      'firstName: must have at most 100 characters',
      200,
      created,
    ),
  },
  {
    breaks: 'an empty last name is accepted',
    source: '§4 POST /v1/contacts/create',
    area: 'input',
    round: lettingThrough('createContact', 'lastName: must not be empty', 200, created),
  },
  {
    breaks: 'any e-mail is accepted',
    source: '§4 POST /v1/contacts/create, design decision 17',
    area: 'input',
    round: lettingThrough('createContact', 'email: must be an e-mail address', 200, created),
  },
  {
    breaks: 'lengths are counted in UTF-16 units',
    source: 'design decision 16',
    area: 'input',
    operations: (real) => ({
      createContact: async (input, call) =>
        input.body.firstName.length > 100
          ? {
              status: 400,
              body: { message: 'firstName: must be at most 100 characters' },
            }
          : real.createContact(input, call),
    }),
  },
  {
    breaks: 'a first name of 100 characters is refused',
    source: '§4 POST /v1/contacts/create',
    area: 'input',
    operations: (real) => ({
      createContact: async (input, call) =>
        [...input.body.firstName].length >= 100
          ? {
              status: 400,
              body: { message: 'firstName: is too long' },
            }
          : real.createContact(input, call),
    }),
  },
  {
    breaks: 'null is accepted for a field that may be left out',
    source: 'design decision 28',
    area: 'input',
    round: lettingThrough('createContact', 'phone: must be a string', 200, created),
  },
  {
    breaks: 'an order of no lines is accepted',
    source: 'design decision 52',
    area: 'input',
    round: at('createOrder', 400, (said) =>
      said.text.includes('"products: must not be empty"')
        ? json(said, 400, { message: 'No lines' })
        : said,
    ),
  },
  {
    breaks: 'errors name places in lists with a period',
    source: 'design decision 26',
    area: 'input',
    round: at('createOrder', 400, replacing(/products\[(\d+)\]/g, 'products.$1')),
  },
  {
    breaks: 'errors do not name the field',
    source: '§7 rule 1',
    area: 'input',
    round: at('createInvite', 400, replacing(/"[\w.]+: must be/g, '"must be')),
  },
  {
    breaks: 'nested errors name the last step alone',
    source: 'design decision 26',
    area: 'input',
    round: at('createOrder', 400, replacing('shipTo.', '')),
  },
  {
    breaks: 'only the first error is told, without a list',
    source: '§7 rule 1',
    area: 'input',
    round: at('createContact', 400, (said) => {
      const [, first] = said.text.match(/"errors":\["([^"]*)"/) ?? []
      return first === undefined ? said : json(said, 400, { message: first })
    }),
  },
  {
    breaks: 'every failure is told twice',
    source: '§7 rule 1: one for each failed field',
    area: 'input',
    round: at('createContact', 400, replacing(/"errors":\["([^"]*)"\]/g, '"errors":["$1","$1"]')),
  },
  {
    breaks: 'the message of a refused body is another',
    source: '§7 rule 1',
    area: 'input',
    round: where(
      ({ status }) => status === 400,
      replacing('Invalid request body', 'Validation failed'),
    ),
  },
  {
    breaks: 'webhook management lists errors',
    source: '§7 rule 4',
    area: 'input',
    round: at('createWebhook', 400, (said) =>
      said.text.includes('is required')
        ? json(said, 400, { message: 'Invalid request body', errors: ['url: is required'] })
        : said,
    ),
  },
  {
    breaks: 'the missing campaignId of the contact list is told as of any parameter',
    source: '§7 rule 3',
    area: 'input',
    round: at('listContacts', 400, replacing('campaignId is required', 'campaignId: is required')),
  },
  {
    breaks: 'the missing campaignId of an invite is told as of the contact list',
    source: '§7 rule 3',
    area: 'invites',
    round: at('createInvite', 400, replacing('Campaign ID is required', 'campaignId is required')),
  },
  {
    breaks: 'limit=0 is an empty page',
    source: 'design decision 5',
    area: 'input',
    round: where(
      ({ status, text }, { query }) =>
        status === 400 && text.startsWith('{"message":"limit') && query.get('limit') === '0',
      (said) => json(said, 200, []),
    ),
  },
  {
    breaks: 'only the first failed field is told',
    source: '§7 rule 1: one for each failed field',
    area: 'input',
    round: at(
      'createContact',
      400,
      replacing(/"errors":\["([^"]*)"(,"[^"]*")+\]/g, '"errors":["$1"]'),
    ),
  },
  {
    breaks: 'a content type with a charset is refused',
    source: '§1',
    area: 'input',
    round: where(
      (_, { headers }) => headers.get('content-type')?.includes('charset=utf-8') ?? false,
      (said) =>
        json(said, 400, {
          message: 'Invalid request body',
          errors: ['body: must be sent as application/json'],
        }),
    ),
  },
  {
    breaks: 'a body of more than 64 KiB is refused',
    source: 'design decision 12',
    area: 'input',
    round: where(
      (_, { headers }) => Number(headers.get('content-length')) > 65_536,
      (said) =>
        json(said, 400, {
          message: 'Invalid request body',
          errors: ['body: must be at most 64 KiB'],
        }),
    ),
  },
  {
    breaks: 'a limit of 1000 is refused',
    source: 'design decision 5',
    area: 'input',
    round: where(
      ({ status }, { query }) => status === 200 && query.get('limit') === '1000',
      (said) => json(said, 400, { message: 'limit: must be at most 999' }),
    ),
  },
  {
    breaks: 'an order of 100,000 units is refused as invalid',
    source: 'design decision 52',
    area: 'input',
    operations: (real) => ({
      createOrder: async (input, call) =>
        input.body.products.some(({ quantity }) => quantity >= 100_000)
          ? { status: 400, body: { message: 'products[0].quantity: must be at most 99999' } }
          : real.createOrder(input, call),
    }),
  },
  {
    breaks: '1e3 is a whole number',
    source: 'design decision 5',
    area: 'input',
    round: where(
      ({ status }, { query, operation }) =>
        status === 400 && query.get('offset') === '1e3' && operation === 'listProducts',
      (said) => json(said, 200, []),
    ),
  },
  {
    breaks: 'of a repeated parameter the last counts',
    source: 'design decision 29',
    area: 'input',
    round: where(
      ({ status }, { query, operation }) =>
        status === 400 && query.getAll('limit').length > 1 && operation === 'listOrders',
      (said) => json(said, 200, []),
    ),
  },
  {
    breaks: 'page_size may be more than 100',
    source: '§8',
    area: 'input',
    round: at('listInventory', 400, (said) =>
      said.text.includes('page_size: must be at most 100')
        ? json(said, 200, {
            items: [],
            pagination: { total_count: 0, page: 1, page_size: 100, has_more: false },
          })
        : said,
    ),
  },
  {
    breaks: 'an unknown order status filters nothing',
    source: 'design decision 29',
    area: 'input',
    round: at('listOrders', 400, (said) =>
      said.text.includes('orderStatus') ? json(said, 200, []) : said,
    ),
  },
  {
    breaks: 'a body that is no JSON is 500',
    source: 'design decision 12',
    area: 'input',
    round: where(
      ({ text }) => text.includes('must be valid JSON'),
      (said) => json(said, 500, { message: 'Internal server error' }),
    ),
  },
  {
    breaks: 'another content type is 415',
    source: 'design decision 12',
    area: 'input',
    round: where(
      ({ text }) => text.includes('body: must be sent as'),
      (said) => changed(said, { status: 415 }),
    ),
  },
  {
    breaks: 'a body that is too large is 413',
    source: 'design decision 12',
    area: 'input',
    round: where(
      ({ text }) => text.includes('body: must be at most 256 KiB'),
      (said) => changed(said, { status: 413 }),
    ),
  },
  {
    breaks: 'a path that is no UTF-8 is 500',
    source: 'design decision 16',
    area: 'input',
    round: at('getOrder', 400, (said) => json(said, 500, { message: 'Internal server error' })),
  },
]
