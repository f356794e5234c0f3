import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../../contract-tests/support/http.ts'
import { read } from '../kit/project.ts'
import { startProgram, waitForOutput } from '../kit/run.ts'
import { makeFolderInProject } from '../kit/temporary-folder.ts'

test('npm run stubs serves the module of the docs', async () => {
  const page = read('docs/generated-layer.md')
  const [, code = ''] = /```ts\n(.*?)```/s.exec(page) ?? []
  const folder = makeFolderInProject()
  onTestFinished(folder.remove)
  const file = join(folder.path, 'mine.ts')
  writeFileSync(file, code.replaceAll("'./generated/", "'../../generated/"))
  const { scripts } = JSON.parse(read('package.json'))
  const [, , program, ...args] = scripts.stubs.split(' ')
  const child = startProgram(program, [...args, '--port', '0', '--with', file])
  const [, address = ''] =
    /listening on (\S+)/.exec(await waitForOutput(child, /listening.*\n/)) ?? []
  const get = async (path: string) => {
    const headers = { authorization: 'Bearer any' }
    return (await send(address, { path, headers })).text
  }
  expect(await get('/v1/orders/ord_1')).toContain('"orderNumber":"MF-100042"')
  expect(JSON.parse(await get('/v1/orders/ord_2'))).toEqual({ message: 'Order not found' })
  expect((await send(address, { path: '/v1/orders/list' })).status).toBe(401)
})
