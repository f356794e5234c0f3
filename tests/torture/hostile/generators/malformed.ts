import fc from 'fast-check'
import { type Attack, type AttackedServer, type Expectation, send } from '../attack.ts'
import { bearer, type Headers, head } from '../request-bytes.ts'
import { place } from './targets.ts'
import { methods } from './well-formed.ts'

const bytes = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((array) => Buffer.from(array).toString('latin1'))

const raw =
  (name: string, expected: Expectation) =>
  (sent: string): Attack => ({
    name,
    steps: [send(sent), { do: 'half-close' }],
    expected,
  })

const rejected: Expectation = { is: 'rejection' }
const host: Headers = [['Host', 'localhost']]

/** Invalid request lines. */
export const requestLines = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc
    .tuple(
      place(attacked),
      fc.constantFrom(
        (path: string) => `FETCH ${path} HTTP/1.1`,
        (path: string) => `get ${path} HTTP/1.1`,
        (path: string) => `${'A'.repeat(5000)} ${path} HTTP/1.1`,
        (path: string) => `GET\t${path}\tHTTP/1.1`,
        (path: string) => ` GET ${path} HTTP/1.1`,
        (path: string) => `GET ${path} HTTP/1.2`,
        (path: string) => `GET ${path} HTTP/9.9`,
        (path: string) => `GET ${path} HTTP/11.1`,
        (path: string) => `GET ${path} HTTP/-1.1`,
        (path: string) => `GET ${path} http/1.1`,
        (path: string) => `GET ${path} HTTP/1.1 HTTP/1.1`,
        (path: string) => `GET ${path} XTTP/1.1`,
        (path: string) => `GET ${path}\0 HTTP/1.1`,
        (path: string) => `GET ${path}\x7f HTTP/1.1`,
        (path: string) => `GET ${path} HTTP/1.1\0`,
        (path: string) => `GET ${path.slice(1) || 'x'} HTTP/1.1`,
        (path: string) => `GET/${path} HTTP/1.1`,
        () => 'GET  HTTP/1.1',
        () => 'PRI * HTTP/2.0\r\n\r\nSM',
        () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
        () => '{"method":"GET"}',
        () => 'EHLO localhost',
        () => 'CONNECT localhost:443 HTTP/1.1',
        (path: string) => `CONNECT ${path} HTTP/1.1`,
      ),
    )
    .map(([path, line]) => raw('request line', rejected)(head(line(path), host)))

/** Invalid headers. */
export const headerShapes = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc
    .tuple(
      fc.constantFrom(...methods),
      place(attacked),
      fc.constantFrom(
        ...[
          'X',
          ': y',
          'X : y',
          ' X: y',
          'X\t: y',
          'Host: x',
          'host:',
          'X: y\r\n folded',
          'X: y\r\n\tfolded',
          'X: a\rY: b',
          'X: a\0b',
          'X\0: y',
        ],
        ...[
          'X: a\nY: b',
          'X(: y',
          'X@: y',
          '\xff: y',
          'X: \x01',
          'X: \x7f',
          'GET / HTTP/1.1',
          '"X": y',
          'X;: y',
          'X/: y',
          '{X}: y',
        ],
        `X: ${'y'.repeat(17_000)}`,
        `${'X'.repeat(17_000)}: y`,
        ...[101, 500, 3000].map((count) =>
          Array.from({ length: count }, (_, i) => `X-${i}: y`).join('\r\n'),
        ),
      ),
    )
    .map(([method, path, line]) =>
      raw('header shape', rejected)(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`),
    )

/** Random bytes, and requests with changed bytes. */
export const noise = (attacked: AttackedServer): fc.Arbitrary<Attack> => {
  const request = place(attacked).map(
    (path) =>
      `${head(`POST ${path} HTTP/1.1`, [...host, ...bearer(attacked.key), ['Content-Length', '2']])}{}`,
  )
  const changed = fc
    .tuple(
      request,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), bytes(4)), { minLength: 1, maxLength: 4 }),
    )
    .map(([text, changes]) =>
      changes.reduce((rest, [at, removed, added]) => {
        const start = at % (rest.length + 1)
        return rest.slice(0, start) + added + rest.slice(start + removed)
      }, text),
    )
  return fc
    .oneof(bytes(400), changed, changed, changed)
    .map(raw('noise', { is: 'survival', most: 3 }))
}

/** Many invalid lines at once. One rejection is enough. */
export const headerAvalanches = (): fc.Arbitrary<Attack> =>
  fc
    .tuple(
      fc.constantFrom('X: y\r\n', '\0', 'A', 'GET ', '\r', ': ', '\xff', 'X: y'),
      fc.integer({ min: 50_000, max: 400_000 }),
    )
    .map(([each, size]) =>
      raw('avalanche', rejected)(`GET / HTTP/1.1\r\n${each.repeat(Math.ceil(size / each.length))}`),
    )

/** More pipelined requests than may wait: the server closes the connection. */
export const requestAvalanches = (attacked: AttackedServer): fc.Arbitrary<Attack> =>
  fc.tuple(place(attacked), fc.integer({ min: 500, max: 4000 })).map(([path, times]) => ({
    name: 'requests without end',
    steps: [
      send(`GET ${path} HTTP/1.1\r\n\r\n`.repeat(times)),
      { do: 'stop reading', milliseconds: 100 },
    ],
    expected: { is: 'close', within: 10_000, most: times - 1 },
  }))
