import { operation } from './change-operation.ts'
import { at, json, replacing, status } from './change-response.ts'
import { mutantsOf } from './mutant.ts'

const invalid = (...errors: string[]) => json(400, { message: 'Invalid request body', errors })

/** Accepts a contact whose only error is this one. */
const acceptingContact = (error: string) =>
  at('createContact 400', json(200, { contactId: 'con_1' }), `"errors":["${error}"]`)

const failure = json(500, { message: 'Internal server error' })

/** Mutants of request validation. */
export const inputMutants = [
  ...mutantsOf('input', '§4 POST /v1/contacts/create', {
    'A first name of 101 characters is accepted': acceptingContact(
      'firstName: must have at most 100 characters',
    ),
    'A first name of 100 characters is rejected': operation('createContact', (sent, call, real) =>
      [...sent.body.firstName].length >= 100
        ? { status: 400, body: { message: 'firstName: is too long' } }
        : real.createContact(sent, call),
    ),
    'An empty last name is accepted': acceptingContact('lastName: must not be empty'),
    'An invalid e-mail is accepted': acceptingContact('email: must be an e-mail address'),
  }),
  ...mutantsOf('input', 'design decision 16', {
    'Text lengths are counted in UTF-16 units': operation('createContact', (sent, call, real) =>
      sent.body.firstName.length > 100
        ? { status: 400, body: { message: 'firstName: must be at most 100 characters' } }
        : real.createContact(sent, call),
    ),
    'A path that is not valid UTF-8 returns 500': at('getOrder 400', failure),
  }),
  ...mutantsOf('input', 'design decisions 5 and 15', {
    'An unknown query parameter turns off the validation of others': at(
      ({ status: given }, { operation: id, query }) =>
        given === 400 && id === 'listOrders' && query.has('unknown'),
      json(200, []),
    ),
  }),
  ...mutantsOf('input', 'design decision 28', {
    'null is accepted for an optional field': acceptingContact('phone: must be a string'),
  }),
  ...mutantsOf('input', 'design decision 52', {
    'An order without line items passes validation': at(
      'createOrder 400',
      json(400, { message: 'No lines' }),
      '"products: must not be empty"',
    ),
    'An order of 100,000 units is rejected as invalid': operation(
      'createOrder',
      (sent, call, real) =>
        sent.body.products.some(({ quantity }) => quantity >= 100_000)
          ? { status: 400, body: { message: 'products[0].quantity: must be at most 99999' } }
          : real.createOrder(sent, call),
    ),
  }),
  ...mutantsOf('input', 'design decision 26', {
    'Errors write products.0 instead of products[0]': at(
      'createOrder 400',
      replacing(/products\[(\d+)\]/g, 'products.$1'),
    ),
    'Errors for nested fields lack the parent field': at(
      'createOrder 400',
      replacing('shipTo.', ''),
    ),
  }),
  ...mutantsOf('input', '§7 rule 1: one for each failed field', {
    'Errors do not name the field': at(
      'createInvite 400',
      replacing(/"[\w.]+: must be/g, '"must be'),
    ),
    'Only the first error is reported, as the message': at(
      'createContact 400',
      (response, request) => {
        const [, first] = response.text.match(/"errors":\["([^"]*)"/) ?? []
        return first === undefined ? response : json(400, { message: first })(response, request)
      },
    ),
    'Every error is reported twice': at(
      'createContact 400',
      replacing(/"errors":\["([^"]*)"\]/g, '"errors":["$1","$1"]'),
    ),
    'Only the first invalid field is listed in errors': at(
      'createContact 400',
      replacing(/"errors":\["([^"]*)"(,"[^"]*")+\]/g, '"errors":["$1"]'),
    ),
    'The message for an invalid request body is different': at(
      400,
      replacing('Invalid request body', 'Validation failed'),
    ),
  }),
  ...mutantsOf('input', '§7 rule 4', {
    'Webhook management returns a list of errors': at(
      'createWebhook 400',
      invalid('url: is required'),
      'is required',
    ),
  }),
  ...mutantsOf('input', '§7 rule 3', {
    'The contact list reports a missing campaignId like other parameters': at(
      'listContacts 400',
      replacing('campaignId is required', 'campaignId: is required'),
    ),
  }),
  ...mutantsOf('invites', '§7 rule 3', {
    'createInvite reports a missing campaignId like the contact list': at(
      'createInvite 400',
      replacing('Campaign ID is required', 'campaignId is required'),
    ),
  }),
  ...mutantsOf('input', 'design decision 5', {
    'limit=0 returns an empty page': at(
      ({ text }, { query }) => text.startsWith('{"message":"limit') && query.get('limit') === '0',
      json(200, []),
    ),
    'limit=1000 is rejected': at(
      ({ status: given }, { query }) => given === 200 && query.get('limit') === '1000',
      json(400, { message: 'limit: must be at most 999' }),
    ),
    'The offset 1e3 is accepted as an integer': at(
      (_, { query, operation: id }) => id === 'listProducts' && query.get('offset') === '1e3',
      json(200, []),
    ),
  }),
  ...mutantsOf('input', '§1', {
    'A content type with a charset is rejected': at(
      (_, { headers }) => headers.get('content-type')?.includes('charset=utf-8') ?? false,
      invalid('body: must be sent as application/json'),
    ),
  }),
  ...mutantsOf('input', 'design decision 12', {
    'A request body over 64 KiB is rejected': at(
      (_, { headers }) => Number(headers.get('content-length')) > 65_536,
      invalid('body: must be at most 64 KiB'),
    ),
    'A request body that is not JSON returns 500': at(400, failure, 'must be valid JSON'),
    'Another content type returns 415': at(400, status(415), 'body: must be sent as'),
    'A request body that is too large returns 413': at(
      400,
      status(413),
      'body: must be at most 256 KiB',
    ),
  }),
  ...mutantsOf('input', 'design decision 29', {
    'A repeated limit parameter is accepted': at(
      (_, { query, operation: id }) => id === 'listOrders' && query.getAll('limit').length > 1,
      json(200, []),
    ),
    'An unknown orderStatus is accepted': at('listOrders 400', json(200, []), 'orderStatus'),
  }),
  ...mutantsOf('input', '§8', {
    'A page_size over 100 is accepted': at(
      'listInventory 400',
      json(200, {
        items: [],
        pagination: { total_count: 0, page: 1, page_size: 100, has_more: false },
      }),
      'page_size: must be at most 100',
    ),
  }),
]
