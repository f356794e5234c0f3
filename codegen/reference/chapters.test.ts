import { expect, test } from 'vitest'
import { chapters, introduction, linked } from './chapters.ts'

const text = 'Books.\n\n# Getting started\n\n```sh\n# a comment\n```\n\n## Keys & locks\n'

test('headings are moved below the page’s and get anchors; comments in code are not headings', () => {
  expect(chapters(text)).toBe(
    [
      ...['Books.', '', '<a id="section/getting-started"></a>', '', '## Getting started', ''],
      ...['```sh', '# a comment', '```', ''],
      ...['<a id="section/keys-locks"></a>', '', '### Keys & locks'],
    ].join('\n'),
  )
  expect(introduction(text)).toBe('Books.')
})

test('links point to the page’s operations and events', () => {
  const event = {
    ...{ name: 'book.lent', id: 'bookLent', tag: '', summary: '', description: '' },
    ...{ category: undefined, parameters: [], replies: [], schema: {}, examples: [] },
  }
  expect(linked('[a](#operation/bookLent), [b](#operation/listBooks)', [event])).toBe(
    '[a](#book.lent), [b](#listBooks)',
  )
  expect(linked('[c](#section/limits)', [], '/docs.md')).toBe('[c](/docs.md#section/limits)')
})
