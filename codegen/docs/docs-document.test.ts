import { expect, test } from 'vitest'
import type { Document } from '../model/document.ts'
import { docsDocument } from './docs-document.ts'

const budget = { schema: { type: 'integer' } }
const designed = 'designed: people look for it'

const given: Document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1', description: 'About books.' },
  servers: [
    {
      url: '{host}/api',
      variables: { host: { default: 'http://localhost' } },
      description: 'One.',
    },
  ],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        description: 'All books.\n',
        parameters: [{ name: 'genre', in: 'query', schema: { $ref: '#/components/schemas/Text' } }],
        responses: {
          200: {
            description: 'Books.\n',
            headers: { Budget: budget, Next: { schema: { type: 'string' } } },
            links: {
              again: {
                operationId: 'listBooks',
                description: 'List more.',
                parameters: { genre: '$response.body#/0/genre' },
              },
            },
            'x-provenance': '§2',
          },
          400: { $ref: '#/components/responses/Rejected' },
        },
        'x-provenance': designed,
      },
    },
  },
  components: {
    responses: {
      Rejected: { description: 'No.', headers: { Budget: budget }, 'x-provenance': designed },
    },
    schemas: {
      Text: { type: 'string', pattern: '^a$', example: { 'x-provenance': 'data' } },
      Book: { type: 'object', properties: { pattern: { type: 'string', pattern: '^a$' } } },
      Genre: { $ref: '#/components/schemas/Text', 'x-provenance': '§2' } as const,
    },
  },
}

const shown = docsDocument(given, 'logo.svg')

test('has no sources and no patterns', () => {
  expect(shown).toHaveProperty('components.schemas.Genre', {
    $ref: '#/components/schemas/Text',
  })
  expect(shown).toHaveProperty('paths./books.get.responses.200.description', 'Books.\n')
  expect(shown).not.toHaveProperty('paths./books.get.x-provenance')
  expect(shown).not.toHaveProperty('components.schemas.Text.pattern')
  expect(shown).toHaveProperty('components.schemas.Book.properties.pattern', { type: 'string' })
})

test('omits the headers that every response has', () => {
  expect(shown).toHaveProperty(['paths', '/books', 'get', 'responses', '200', 'headers'], {
    Next: { schema: { type: 'string' } },
  })
  expect(shown).not.toHaveProperty('components.responses.Rejected.headers')
})

test('does not change examples', () => {
  expect(shown).toHaveProperty('components.schemas.Text.example', { 'x-provenance': 'data' })
})

test('adds samples to every operation', () => {
  expect(shown).toHaveProperty('paths./books.get.x-codeSamples.length', 3)
})

test('replaces the variables of the server’s URL', () => {
  expect(shown).toHaveProperty('servers', [{ url: 'http://localhost/api', description: 'One.' }])
})

test('the links of responses follow the description, as Redoc does not show links', () => {
  expect(shown).toHaveProperty(
    'paths./books.get.description',
    expect.stringContaining(
      '- List more: call [`listBooks`](#operation/listBooks). Set `genre` to the `[0].genre` of this response.',
    ),
  )
})
