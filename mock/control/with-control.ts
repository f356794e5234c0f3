import type { Fetch } from '../around.ts'
import type { Mock } from '../mock.ts'
import { controlApi } from './api.ts'

const isControl = (url: string): boolean => /^\/__mock(\/|$)/.test(new URL(url).pathname)

/** A mock's own page and API stand before it: they need no key and are not counted. */
export const withControl = (mock: Mock): Fetch => {
  const api = controlApi(mock)
  return (request, ...rest) =>
    isControl(request.url) ? api.fetch(request, ...rest) : mock.fetch(request, ...rest)
}
