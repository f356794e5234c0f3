import { expect, test } from 'vitest'
import type { Document } from '../model/document.ts'
import { readPages } from './pages.ts'
import { withPreviousNext } from './previous-next.ts'

const description = `About [books](#operation/listBooks).

# Getting started

\`\`\`sh
# a comment
\`\`\`

## Keys & locks

Keys.

# Limits

None.
`

const document: Document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1', description },
  paths: {
    '/books': {
      get: { operationId: 'listBooks', summary: 'List books', tags: ['All books'], responses: {} },
    },
  },
  webhooks: {
    'book.lent': {
      post: {
        operationId: 'bookLent',
        summary: 'A book was lent',
        tags: ['Book events'],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
  },
}

test('every chapter, heading, operation and event is a page', () => {
  expect(readPages(document).map(({ title, about, place }) => [title, about, place])).toEqual([
    ['Books', '', '/'],
    ['Getting started', '', '/section/getting-started'],
    ['Keys & locks', 'Getting started', '/section/getting-started/keys-locks'],
    ['Limits', '', '/section/limits'],
    ['List books', 'GET /books', '/all-books/listbooks'],
    ['book.lent', 'event', '/book-events/booklent'],
  ])
})

test('a page is Markdown with a heading, without anchors, and with links to the reference', () => {
  const [start, chapter, , , operation] = readPages(document).map(({ text }) => text)
  expect(start).toMatch(/^# Books\n\nAbout \[books\]\(.*\/docs\.md#listBooks\)\.$/)
  expect(chapter).toBe('# Getting started\n\n```sh\n# a comment\n```')
  expect(operation).toMatch(/^# List books\n/)
})

test('chapters end with links to the previous and the next one', () => {
  const text = withPreviousNext(description)
  expect(text).toContain(
    'Keys.\n\n<span class="previous-next">[← Start](#/) [Limits →](#section/limits)</span>\n\n# Limits',
  )
  expect(text).toMatch(/\[← Getting started\]\(#section\/getting-started\)<\/span>$/)
})
