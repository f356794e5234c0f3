import type { Mock } from '../mock.ts'
import type { Fetch } from '../with-preferences.ts'
import { controlApi } from './api.ts'

const isControl = (url: string): boolean => /^\/__mock(\/|$)/.test(new URL(url).pathname)

/** Routes `/__mock` to the control API and page, before authentication and the rate limit. */
export const withControlApi = (mock: Mock): Fetch => {
  const api = controlApi(mock)
  return (request, ...rest) =>
    isControl(request.url) ? api.fetch(request, ...rest) : mock.fetch(request, ...rest)
}
