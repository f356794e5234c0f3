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
      Text: { type: 'string', example: { 'x-provenance': 'data' } },
      Genre: { $ref: '#/components/schemas/Text', 'x-provenance': '§2' } as const,
    },
  },
}

const shown = docsDocument(given)

test('a provenance with a section is a badge', () => {
  expect(shown).toHaveProperty('components.schemas.Genre', {
    $ref: '#/components/schemas/Text',
    'x-badges': [{ name: '§2', color: 'grey' }],
  })
})

test('a designed provenance is a badge, and its reason follows the description', () => {
  expect(shown).toMatchObject({
    paths: {
      '/books': {
        get: {
          'x-badges': [{ name: 'designed', color: 'orange' }],
          description: expect.stringMatching(
            /^All books\. <span class="because">because people look for it<\/span>/,
          ),
        },
      },
    },
  })
})

test('a response has its badge in the description', () => {
  expect(shown).toMatchObject({
    paths: {
      '/books': {
        get: { responses: { 200: { description: 'Books. <span class="provenance">§2</span>' } } },
      },
    },
    components: {
      responses: {
        Rejected: {
          description:
            'No. <span class="provenance designed">designed</span> <span class="because">because people look for it</span>',
        },
      },
    },
  })
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
      "- List more: [`listBooks`](#operation/listBooks), `genre` is the response's `[0].genre`",
    ),
  )
})
