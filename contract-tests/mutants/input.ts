import { at, changed, json, replacing, where } from './change-response.ts'
import type { Mutant } from './mutant.ts'

/** Replaces a 400 whose only error is this one. */
const ignoringError = (operation: string, error: string, status: number, body: unknown) =>
  at(operation, 400, (response) =>
    response.text === JSON.stringify({ message: 'Invalid request body', errors: [error] })
      ? json(response, status, body)
      : response,
  )

const created = { contactId: 'con_1' }

/** Mutants of request validation. */
export const inputMutants: Mutant[] = [
  {
    breaks: 'A first name of 101 characters is accepted',
    source: '§4 POST /v1/contacts/create',
    area: 'input',
    change: ignoringError(
      'createContact',
      'firstName: must have at most 100 characters',
      200,
      created,
    ),
  },
  {
    breaks: 'An empty last name is accepted',
    source: '§4 POST /v1/contacts/create',
    area: 'input',
    change: ignoringError('createContact', 'lastName: must not be empty', 200, created),
  },
  {
    breaks: 'An invalid e-mail is accepted',
    source: '§4 POST /v1/contacts/create, design decision 17',
    area: 'input',
    change: ignoringError('createContact', 'email: must be an e-mail address', 200, created),
  },
  {
    breaks: 'Text lengths are counted in UTF-16 units',
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
    breaks: 'A first name of 100 characters is rejected',
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
    breaks: 'null is accepted for an optional field',
    source: 'design decision 28',
    area: 'input',
    change: ignoringError('createContact', 'phone: must be a string', 200, created),
  },
  {
    breaks: 'An order without line items passes validation',
    source: 'design decision 52',
    area: 'input',
    change: at('createOrder', 400, (response) =>
      response.text.includes('"products: must not be empty"')
        ? json(response, 400, { message: 'No lines' })
        : response,
    ),
  },
  {
    breaks: 'Errors write products.0 instead of products[0]',
    source: 'design decision 26',
    area: 'input',
    change: at('createOrder', 400, replacing(/products\[(\d+)\]/g, 'products.$1')),
  },
  {
    breaks: 'Errors do not name the field',
    source: '§7 rule 1',
    area: 'input',
    change: at('createInvite', 400, replacing(/"[\w.]+: must be/g, '"must be')),
  },
  {
    breaks: 'Errors for nested fields lack the parent field',
    source: 'design decision 26',
    area: 'input',
    change: at('createOrder', 400, replacing('shipTo.', '')),
  },
  {
    breaks: 'Only the first error is reported, as the message',
    source: '§7 rule 1',
    area: 'input',
    change: at('createContact', 400, (response) => {
      const [, first] = response.text.match(/"errors":\["([^"]*)"/) ?? []
      return first === undefined ? response : json(response, 400, { message: first })
    }),
  },
  {
    breaks: 'Every error is reported twice',
    source: '§7 rule 1: one for each failed field',
    area: 'input',
    change: at('createContact', 400, replacing(/"errors":\["([^"]*)"\]/g, '"errors":["$1","$1"]')),
  },
  {
    breaks: 'The message for an invalid request body is different',
    source: '§7 rule 1',
    area: 'input',
    change: where(
      ({ status }) => status === 400,
      replacing('Invalid request body', 'Validation failed'),
    ),
  },
  {
    breaks: 'Webhook management returns a list of errors',
    source: '§7 rule 4',
    area: 'input',
    change: at('createWebhook', 400, (response) =>
      response.text.includes('is required')
        ? json(response, 400, { message: 'Invalid request body', errors: ['url: is required'] })
        : response,
    ),
  },
  {
    breaks: 'The contact list reports a missing campaignId like other parameters',
    source: '§7 rule 3',
    area: 'input',
    change: at('listContacts', 400, replacing('campaignId is required', 'campaignId: is required')),
  },
  {
    breaks: 'createInvite reports a missing campaignId like the contact list',
    source: '§7 rule 3',
    area: 'invites',
    change: at('createInvite', 400, replacing('Campaign ID is required', 'campaignId is required')),
  },
  {
    breaks: 'limit=0 returns an empty page',
    source: 'design decision 5',
    area: 'input',
    change: where(
      ({ status, text }, { query }) =>
        status === 400 && text.startsWith('{"message":"limit') && query.get('limit') === '0',
      (response) => json(response, 200, []),
    ),
  },
  {
    breaks: 'Only the first invalid field is listed in errors',
    source: '§7 rule 1: one for each failed field',
    area: 'input',
    change: at(
      'createContact',
      400,
      replacing(/"errors":\["([^"]*)"(,"[^"]*")+\]/g, '"errors":["$1"]'),
    ),
  },
  {
    breaks: 'A content type with a charset is rejected',
    source: '§1',
    area: 'input',
    change: where(
      (_, { headers }) => headers.get('content-type')?.includes('charset=utf-8') ?? false,
      (response) =>
        json(response, 400, {
          message: 'Invalid request body',
          errors: ['body: must be sent as application/json'],
        }),
    ),
  },
  {
    breaks: 'A request body over 64 KiB is rejected',
    source: 'design decision 12',
    area: 'input',
    change: where(
      (_, { headers }) => Number(headers.get('content-length')) > 65_536,
      (response) =>
        json(response, 400, {
          message: 'Invalid request body',
          errors: ['body: must be at most 64 KiB'],
        }),
    ),
  },
  {
    breaks: 'limit=1000 is rejected',
    source: 'design decision 5',
    area: 'input',
    change: where(
      ({ status }, { query }) => status === 200 && query.get('limit') === '1000',
      (response) => json(response, 400, { message: 'limit: must be at most 999' }),
    ),
  },
  {
    breaks: 'An order of 100,000 units is rejected as invalid',
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
    breaks: 'The offset 1e3 is accepted as an integer',
    source: 'design decision 5',
    area: 'input',
    change: where(
      ({ status }, { query, operation }) =>
        status === 400 && query.get('offset') === '1e3' && operation === 'listProducts',
      (response) => json(response, 200, []),
    ),
  },
  {
    breaks: 'A repeated limit parameter is accepted',
    source: 'design decision 29',
    area: 'input',
    change: where(
      ({ status }, { query, operation }) =>
        status === 400 && query.getAll('limit').length > 1 && operation === 'listOrders',
      (response) => json(response, 200, []),
    ),
  },
  {
    breaks: 'A page_size over 100 is accepted',
    source: '§8',
    area: 'input',
    change: at('listInventory', 400, (response) =>
      response.text.includes('page_size: must be at most 100')
        ? json(response, 200, {
            items: [],
            pagination: { total_count: 0, page: 1, page_size: 100, has_more: false },
          })
        : response,
    ),
  },
  {
    breaks: 'An unknown orderStatus is accepted',
    source: 'design decision 29',
    area: 'input',
    change: at('listOrders', 400, (response) =>
      response.text.includes('orderStatus') ? json(response, 200, []) : response,
    ),
  },
  {
    breaks: 'A request body that is not JSON returns 500',
    source: 'design decision 12',
    area: 'input',
    change: where(
      ({ text }) => text.includes('must be valid JSON'),
      (response) => json(response, 500, { message: 'Internal server error' }),
    ),
  },
  {
    breaks: 'Another content type returns 415',
    source: 'design decision 12',
    area: 'input',
    change: where(
      ({ text }) => text.includes('body: must be sent as'),
      (response) => changed(response, { status: 415 }),
    ),
  },
  {
    breaks: 'A request body that is too large returns 413',
    source: 'design decision 12',
    area: 'input',
    change: where(
      ({ text }) => text.includes('body: must be at most 256 KiB'),
      (response) => changed(response, { status: 413 }),
    ),
  },
  {
    breaks: 'A path that is not valid UTF-8 returns 500',
    source: 'design decision 16',
    area: 'input',
    change: at('getOrder', 400, (response) =>
      json(response, 500, { message: 'Internal server error' }),
    ),
  },
]
