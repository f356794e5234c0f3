import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitLlms } from './emit-llms.ts'

test('contains the introduction up to the first heading', async () => {
  const { document, operations } = await library()
  const info = { ...document.info, description: 'Books, lent.\n\n# Lending\n\nAt length.' }
  const text = emitLlms({ ...document, info }, operations)
  expect(text).toContain('Books, lent.')
  expect(text).not.toContain('At length.')
})
