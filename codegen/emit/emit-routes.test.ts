import { expect, test } from 'vitest'
import { library } from '../testing/library.ts'
import { emitRoutes } from './emit-routes.ts'
import { format } from './format.ts'

test('routes.ts of another document', async () => {
  const { operations } = await library()
  const code = await format('routes.ts', emitRoutes(operations))
  await expect(code).toMatchFileSnapshot('snapshots/routes.ts')
})
