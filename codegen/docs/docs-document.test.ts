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
            'x-provenance': '§2',
          },
          400: { $ref: '#/components/responses/Refused' },
        },
        'x-provenance': designed,
      },
    },
  },
  components: {
    responses: {
      Refused: { description: 'No.', headers: { Budget: budget }, 'x-provenance': designed },
    },
    schemas: {
      Text: { type: 'string', example: { 'x-provenance': 'data' } },
      Genre: { $ref: '#/components/schemas/Text', 'x-provenance': '§2' } as const,
    },
  },
}

const shown = docsDocument(given)

test('a section is a badge', () => {
  expect(shown).toHaveProperty('components.schemas.Genre', {
    $ref: '#/components/schemas/Text',
    'x-badges': [{ name: '§2', color: 'grey' }],
  })
})

test('what was designed has a badge, and its reason after its description', () => {
  expect(shown).toMatchObject({
    paths: {
      '/books': {
        get: {
          'x-badges': [{ name: 'designed', color: 'orange' }],
          description: 'All books. <span class="because">because people look for it</span>',
        },
      },
    },
  })
})

test('responses have it all in their description', () => {
  expect(shown).toMatchObject({
    paths: {
      '/books': {
        get: { responses: { 200: { description: 'Books. <span class="provenance">§2</span>' } } },
      },
    },
    components: {
      responses: {
        Refused: {
          description:
            'No. <span class="provenance designed">designed</span> <span class="because">because people look for it</span>',
        },
      },
    },
  })
})

test('headers that every response has are not listed with each, the others are', () => {
  expect(shown).toHaveProperty(['paths', '/books', 'get', 'responses', '200', 'headers'], {
    Next: { schema: { type: 'string' } },
  })
  expect(shown).not.toHaveProperty('components.responses.Refused.headers')
})

test('an example is data: nothing in it is taken for a part', () => {
  expect(shown).toHaveProperty('components.schemas.Text.example', { 'x-provenance': 'data' })
})

test('every operation has its samples', () => {
  expect(shown).toHaveProperty('paths./books.get.x-codeSamples.length', 3)
})

test('the server stands there with its address', () => {
  expect(shown).toHaveProperty('servers', [{ url: 'http://localhost/api', description: 'One.' }])
})
