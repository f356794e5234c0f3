import { onTestFinished } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { requestsTo, type TestRequest } from '../../server/testing/test-server.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import type { Options } from '../backends.ts'
import { demoKeys } from '../demo-keys.ts'
import { serveMock } from '../serve-mock.ts'

type Asked = Omit<TestRequest, 'path'>

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
  const request = requestsTo(address, demoKeys.demo)
  const ask = (path: string, { unchecked = path.startsWith('/__mock'), ...asked }: Asked = {}) =>
    request({ ...asked, path, unchecked })
  return { mock, address, ask }
}
