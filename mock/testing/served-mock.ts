import { expect, onTestFinished } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { problemOf } from '../../testkit/contract.ts'
import { jsonOrText, type Sent, send } from '../../testkit/http.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { demoKeys } from '../demo-keys.ts'
import type { Options } from '../options.ts'
import { serveMock } from '../serve-mock.ts'

type Asked = Omit<Sent, 'path'> & { key?: string | null; json?: unknown; unchecked?: boolean }

/** Starts a mock on a free port. Checks every response against the document. Stops after the test. */
export const servedMock = async (
  options: Partial<Options> = {},
  environment: Record<string, string> = {},
) => {
  const config = readConfig({ PORT: '0', RATE_LIMIT_BUDGET: '1000000', ...environment })
  const { mock, address, stop } = await serveMock(config, recordingLog().log, {
    stateful: false,
    scenario: 'demo',
    seed: 'test',
    ...options,
  })
  onTestFinished(stop)
  const ask = async (path: string, asked: Asked = {}) => {
    const { key = demoKeys.demo, json, unchecked = false, headers, ...rest } = asked
    const sent: Sent = {
      ...rest,
      path,
      headers: {
        authorization: key === null ? undefined : `Bearer ${key}`,
        'content-type': json === undefined ? undefined : 'application/json',
        ...headers,
      },
      body: json === undefined ? rest.body : JSON.stringify(json),
    }
    const received = await send(address, sent)
    if (!unchecked && !path.startsWith('/__mock')) expect(problemOf(sent, received)).toBeUndefined()
    return { ...received, body: jsonOrText(received.text) }
  }
  return { mock, address, ask }
}
