import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readDocument } from './read-document.ts'

const read = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'chapters-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return readDocument(join(folder, 'openapi.yaml'))
}

const start = `openapi: 3.1.0
info:
  title: Books
  version: '1'
`

test('chapters follow the description in their order, and are no extension any more', async () => {
  const { info } = await read({
    'openapi.yaml': `${start}  description: About books.
  x-chapters:
    two: { $ref: two.md }
    one: { $ref: one.md }
paths: {}
`,
    'one.md': '# One\n\nA `text`.\n',
    'two.md': '\n# Two\n\n| a |\n|---|\n',
  })
  expect(info).toEqual({
    title: 'Books',
    version: '1',
    description: 'About books.\n\n# Two\n\n| a |\n|---|\n\n# One\n\nA `text`.\n',
  })
})

test('a document without chapters stays as it is', async () => {
  const { info } = await read({ 'openapi.yaml': `${start}paths: {}\n` })
  expect(info).toEqual({ title: 'Books', version: '1' })
})

test('a chapter that is not there is named', async () => {
  const files = { 'openapi.yaml': `${start}  x-chapters:\n    a: { $ref: gone.md }\npaths: {}\n` }
  await expect(read(files)).rejects.toThrow('gone.md')
})
