import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { assembleMock, type OwnOptions } from '../../../mock/assemble-mock.ts'
import { demoKeys } from '../../../mock/demo-keys.ts'
import { loadFaker } from '../../../mock/responses/faker-generator.ts'
import { readConfig } from '../../../server/config.ts'
import { closeServer, listen } from '../../../server/http/http-server.ts'
import { recordingLog } from '../recording-log.ts'
import { requestsTo, type TestRequest } from '../server/test-server.ts'

type Asked = Omit<TestRequest, 'path'>

/**
 * Starts a mock on a free port, with helpers for the API (with the demo key) and for the control API.
 * Checks every response of the API against the document. Stops after the test.
 */
export const servedMock = async (
  options: Partial<OwnOptions> = {},
  environment: Record<string, string> = {},
) => {
  const config = readConfig({ PORT: '0', RATE_LIMIT_BUDGET: '1000000', ...environment })
  const {
    mock: whole,
    sessions,
    useDocument,
  } = assembleMock(config, recordingLog().log, {
    stateful: false,
    seed: 'test',
    loadGenerator: loadFaker('en'),
    ...(environment.BASE_URL !== undefined && { baseUrl: environment.BASE_URL }),
    ...options,
  })
  onTestFinished(() => whole.stop())
  const address = await whole.listen({ host: config.host })
  /** The default session. */
  const mock = await sessions.get('')
  const request = requestsTo(address, demoKeys.demo)
  const ask = (path: string, { unchecked = path.startsWith('/__mock'), ...asked }: Asked = {}) =>
    request({ ...asked, path, unchecked })
  return {
    whole,
    useDocument,
    mock,
    address,
    ask,
    call: (path: string, asked?: Asked) => ask(`/v1${path}`, asked),
    look: (path: string) => ask(`/__mock/${path}`, { key: null }),
    turn: (path: string, json: unknown = {}) =>
      ask(`/__mock/${path}`, { method: 'POST', key: null, json }),
  }
}

export type ServedMock = Awaited<ReturnType<typeof servedMock>>

/** Starts a local receiver that records deliveries. It stops after the test. */
export const startReceiver = async (status = 204) => {
  const received: { headers: Record<string, string>; body: string }[] = []
  const server = createServer(async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
    received.push({ headers: Object.fromEntries(headers), body: await text(incoming) })
    outgoing.writeHead(status, { Location: '/elsewhere' }).end()
  })
  const port = await listen(server, 0, 'localhost')
  onTestFinished(() => closeServer(server, 0))
  return { url: `http://localhost:${port}/hooks`, received }
}
