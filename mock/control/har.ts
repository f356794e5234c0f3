import type { Entry } from '../request-log.ts'

type Pair = { name: string; value: string }

const pairs = (headers: Record<string, string>): Pair[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const queryOf = (url: string): Pair[] =>
  [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))

/** Formats requests as an HTTP Archive (HAR 1.2). */
export const har = (entries: readonly Entry[]) => ({
  log: {
    version: '1.2',
    creator: { name: 'merch-fulfillment mock', version: '1' },
    entries: entries.map((entry) => ({
      startedDateTime: new Date(entry.at).toISOString(),
      time: entry.milliseconds,
      request: {
        method: entry.method,
        url: entry.url,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: pairs(entry.requestHeaders),
        queryString: queryOf(entry.url),
        headersSize: -1,
        bodySize: -1,
        ...(entry.requestBody === ''
          ? {}
          : {
              postData: {
                mimeType: entry.requestHeaders['content-type'] ?? '',
                text: entry.requestBody,
              },
            }),
      },
      response: {
        status: entry.status,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: pairs(entry.responseHeaders),
        content: {
          size: entry.responseBytes,
          mimeType: entry.responseHeaders['content-type'] ?? '',
          text: entry.responseBody,
        },
        redirectURL: '',
        headersSize: -1,
        bodySize: entry.responseBytes,
      },
      cache: {},
      timings: { send: 0, wait: entry.milliseconds, receive: 0 },
    })),
  },
})
