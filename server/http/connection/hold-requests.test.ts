import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../../../testkit/http.ts'
import { recordingLog } from '../../../testkit/recording-log.ts'
import type { Env } from '../kit/env.ts'
import { attachApp, createHttpServer, holdRequests } from './http-server.ts'
import { listen } from './listen.ts'

test('held requests reach the app when they are released', async () => {
  const server = createHttpServer()
  let requests = 0
  const app = new Hono<Env>().get('/', (context) => {
    requests++
    return context.text('served')
  })
  attachApp(server, app, recordingLog().log)
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const release = holdRequests(server)
  const response = send(`http://127.0.0.1:${port}`, { path: '/' })
  await once(server, 'request')
  await nextTurn()
  expect(requests).toBe(0)
  release()
  expect((await response).text).toBe('served')
  expect((await send(`http://127.0.0.1:${port}`, { path: '/' })).text).toBe('served')
})
