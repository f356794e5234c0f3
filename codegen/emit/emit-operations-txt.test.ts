import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitOperationsTxt } from './emit-operations-txt.ts'

test('one line for each operation', async () => {
  const { operations } = await library()
  expect(emitOperationsTxt(operations)).toBe(
    `listBooks   GET     /books         200 400 503
addBook     POST    /books         201 400
getBook     GET     /books/{isbn}  200 404
tagBook     PUT     /books/{isbn}  200
removeBook  DELETE  /books/{isbn}  204
`,
  )
})
