import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Document } from '../model/document.ts'
import { emitProvenance } from './emit-provenance.ts'

const json = readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')

const empty: Document = { openapi: '3.1.0', info: { title: 'Books', version: '1' } }

test('lists each part by its source, and the reason of each decision', () => {
  const page = emitProvenance({
    ...empty,
    paths: {
      '/books': {
        get: {
          responses: { 200: { description: 'Books.', 'x-provenance': 'designed: people | ask' } },
          'x-provenance': '§4',
        },
      },
    },
    components: { schemas: { Book: { type: 'object', 'x-provenance': '§4' } } },
  })
  expect(page).toContain('| /books › get › responses › 200 | people \\| ask |')
  expect(page).toMatch(/^## §4\n\n- \/books › get\n- schemas › Book\n/m)
})

test('has every source of our document', () => {
  const page = emitProvenance(JSON.parse(json)) ?? ''
  const rows = page.match(/^(- |\| (?!part ))/gm) ?? []
  expect(rows).toHaveLength(json.match(/"x-provenance":/g)?.length ?? -1)
})

test('a document without sources has no such page', () => {
  expect(emitProvenance(empty)).toBeUndefined()
})
