import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { assembleMock } from './assemble-mock.ts'
import { checkOptions } from './options.ts'
import { loadFaker } from './responses/faker-generator.ts'
import type { Mock, MockOptions } from './types.ts'

export type * from './types.ts'

/**
 * Creates a mock of the API in this process. Nothing is started until the first request or `listen`.
 *
 * @example
 * await using mock = createMock({ scenario: 'out-of-stock' })
 * await mock.fetch('/v1/products/list', { headers: { Authorization: `Bearer ${demoKeys.demo}` } })
 * @throws {InvalidRequest} if an option is not valid. The message names its place.
 */
export const createMock = (options: MockOptions = {}): Mock => {
  checkOptions(options)
  const { limit = 1000, windowSeconds = 86_400, locale = 'en' } = options
  const config = readConfig({
    PORT: '4010',
    RATE_LIMIT_BUDGET: String(limit),
    RATE_LIMIT_WINDOW_SECONDS: String(windowSeconds),
    ...(options.baseUrl !== undefined && { BASE_URL: options.baseUrl }),
  })
  return assembleMock(config, pino({ level: 'error' }), {
    ...options,
    loadGenerator: loadFaker(locale),
  }).mock
}
