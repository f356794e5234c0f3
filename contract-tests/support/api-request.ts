import type { Sent } from './http.ts'

/** A request to the API. `json` is sent as the body. A `key` of null sends none. */
export type ApiRequest = Sent & { key?: string | null; json?: unknown }

/** Returns the request with its key in a header and its JSON as the body. Default key: `ownKey`. */
export const withKey = (ownKey: string, { key = ownKey, json, ...rest }: ApiRequest): Sent => ({
  ...rest,
  headers: {
    authorization: key === null ? undefined : `Bearer ${key}`,
    'content-type': json === undefined ? undefined : 'application/json',
    ...rest.headers,
  },
  body: json === undefined ? rest.body : JSON.stringify(json),
})
