import { gzipSync } from 'node:zlib'
import { operations } from '../../../testkit/contract.ts'
import type { Sent } from '../../../testkit/http.ts'

/** What the server must do with a message. */
export type Expectation =
  /** A response to each request, in order, as the document says; then a rejection of anything else. */
  | { is: 'responses'; to: readonly Sent[]; andRejection?: true }
  /** One rejection, and the end of the connection. */
  | { is: 'rejection' }
  /** At most so many responses, and the end of the connection after the client has closed its side. */
  | { is: 'survival'; most: number }
  /** The end of the connection within so many milliseconds, after at most so many responses. */
  | { is: 'close'; within: number; most: number }

/** What a client does after it has sent its bytes. */
export type Ending =
  | 'half-close'
  | 'reset'
  | 'wait'
  | 'read nothing'
  | { repeat: string; every: number }

export type Message = {
  name: string
  /** In Latin-1: a character is a byte. */
  bytes: string
  ending: Ending
  expected: Expectation
}

/** The records of the server that messages refer to. */
export type Names = {
  key: string
  campaign: string
  sku: string
  /** An order and an invite of another account, and a session in its portal. */
  order: string
  slug: string
  cookie: string
}

/**
 * Returns the lines of a table. In a line, ↵ is CR LF, ␊ is LF, ␍ is CR, ␠ is a space, `{name}` a record
 * and `⟦text×5⟧` the text five times.
 */
const lines = (names: Names, table: string): string[] =>
  table
    .replaceAll(/^\n|\n$/g, '')
    .split('\n')
    .map((line) =>
      line
        .replaceAll('↵', '\r\n')
        .replaceAll('␊', '\n')
        .replaceAll('␍', '\r')
        .replaceAll('␠', ' ')
        .replaceAll(
          /\{(key|campaign|sku|order|slug|cookie)\}/g,
          (_, name: keyof Names) => names[name],
        )
        .replaceAll(/⟦([^×]+)×(\d+)⟧/g, (_, text: string, times) => text.repeat(Number(times)))
        .replaceAll(/[^\0-\xff]+/g, (text) => Buffer.from(text).toString('latin1')),
    )

const requestLines = `
FETCH /v1/auth HTTP/1.1
get /v1/auth HTTP/1.1
⟦A×5000⟧ /v1/auth HTTP/1.1
GET\t/v1/auth\tHTTP/1.1
␠GET /v1/auth HTTP/1.1
GET /v1/auth HTTP/1.2
GET /healthz HTTP/9.9
GET /healthz HTTP/11.1
GET /healthz HTTP/-1.1
GET /healthz http/1.1
GET /healthz HTTP/1.1 HTTP/1.1
GET /healthz XTTP/1.1
GET /i/{slug}\0 HTTP/1.1
GET /i/{slug}\x7f HTTP/1.1
GET /portal HTTP/1.1\0
GET portal HTTP/1.1
GET//portal HTTP/1.1
GET  HTTP/1.1
PRI * HTTP/2.0↵↵SM
\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03
{"method":"GET"}
EHLO localhost
CONNECT localhost:443 HTTP/1.1
CONNECT /v1/auth HTTP/1.1
`

const headers = `
X
: y
X : y
␠X: y
X\t: y
Host: x
host:
X: y↵ folded
X: y↵\tfolded
X: a␍Y: b
X: a\0b
X\0: y
X: a␊Y: b
X(: y
X@: y
\xff: y
X: \x01
X: \x7f
GET / HTTP/1.1
"X": y
X;: y
X/: y
[X]: y
X: ⟦y×17000⟧
⟦X×17000⟧: y
⟦X: y↵×101⟧Z: y
⟦X: y↵×3000⟧Z: y
`

/** Ambiguous framings (RFC 9112 §6.1, §6.3, §11.2). */
const framings = `
Content-Length: 6↵Transfer-Encoding: chunked
Transfer-Encoding: chunked↵Content-Length: 6
Transfer-Encoding: chunked↵Content-Length: 0
Content-Length: 5↵Content-Length: 6
Content-Length: 6↵Content-Length: 6
Content-Length: 6, 6
Content-Length: 6,7
Content-Length: +6
Content-Length: -6
Content-Length: -1
Content-Length: 0x6
Content-Length: 6e0
Content-Length: 6.0
Content-Length: 6 6
Content-Length:␠
Content-Length: "6"
Content-Length: ٦
Content-Length: 99999999999999999999
Content-Length: 18446744073709551617
Transfer-Encoding: identity
Transfer-Encoding: xchunked
Transfer-Encoding: chunked, identity
Transfer-Encoding: chunked, chunked, x
Transfer-Encoding: chunkedx
Transfer-Encoding: gzip
Transfer-Encoding: \x0bchunked
Transfer-Encoding: "chunked"
Transfer-Encoding:␠
Transfer-Encoding : chunked
Transfer-Encoding:↵ chunked
Transfer-Encoding\t: chunked
Transfer-Encoding: chunked↵Transfer-Encoding: identity
Content-Length : 6
Content-Length:↵ 6
Content-Length: 6↵\tContent-Length: 7
X: y␊Transfer-Encoding: chunked
X: y␍Transfer-Encoding: chunked
X: y\0↵Content-Length: 6
`

/** Invalid chunked bodies (RFC 9112 §7.1). */
const chunks = `
-1↵abcd↵0↵↵
0x4↵abcd↵0↵↵
+4↵abcd↵0↵↵
g↵abcd↵0↵↵
↵abcd↵0↵↵
␠4↵abcd↵0↵↵
4␠↵abcd↵0↵↵
4\t↵abcd↵0↵↵
fffffffffffffffff↵abcd↵0↵↵
4\0↵abcd↵0↵↵
4␊↵abcd↵0↵↵
4;␊↵abcd↵0↵↵
4;a=\0↵abcd↵0↵↵
;a=b↵abcd↵0↵↵
4;"↵abcd↵0↵↵
٤↵abcd↵0↵↵
4␊abcd␊0␊␊
4↵abcd0↵↵
4↵abcde↵0↵↵
4↵abc↵0↵↵
4↵abcd↵0↵broken↵↵
4↵abcd↵0↵X: \0↵↵
4;⟦a×20000⟧↵abcd↵0↵↵
4↵abcd↵0↵X: ⟦y×20000⟧↵↵
`

/** Bytes behind well-formed requests. */
const garbage = `
HELLO↵↵
\0
{}
GET / HTTP/9.9↵↵
: ↵
␠
`

/** Floods of invalid lines in one request. */
const avalanches = `
⟦X: y↵×70000⟧
⟦\0×300000⟧
⟦A×300000⟧
⟦GET ×70000⟧
⟦␍×300000⟧
⟦: ×200000⟧
⟦\xff×300000⟧
`

/** Well-formed requests with unusual targets. */
const targets = `
GET /v1/orders/..
GET /v1/orders/%2e%2e/auth
GET /v1/orders/..%2fauth
GET /v1/orders/..%5cauth
GET /v1/orders/..\\auth
GET /v1/orders/..;/auth
GET /v1/orders/%00
GET /v1/orders/%0d%0aX:%20y
GET /v1/orders/%c0%ae%c0%ae
GET /v1/orders/%ff
GET /v1/orders/%ED%A0%80
GET /v1/orders/%
GET /v1/orders/%zz
GET /v1/orders/%u002e
GET /v1/orders/%25%32%65
GET /v1/orders/__proto__
GET /v1/orders/constructor
GET /v1/orders/{order}
GET /v1/orders/⟦a×6000⟧
GET /v1/orders/%F0%9F%98%80
GET /v1/orders/%E2%80%AE
GET /v1/orders/'
GET /v1/orders/<script>
DELETE /v1/webhooks/..%2f..
DELETE /v1/webhooks/⟦../×1000⟧
GET /v1/auth/
GET /v1/auth//
GET /v1/./auth
GET /x/../v1/auth
GET /%2e%2e/v1/auth
GET /V1/AUTH
GET /v1%2fauth
GET /v1/%61uth
GET /v1/auth#fragment
GET /v1/auth?
GET /v1/auth;jsessionid=1
GET http://localhost/v1/auth
GET http://elsewhere.test:1/v1/auth
GET HTTP://user:password@[::1]/v1/auth
GET /⟦/×3000⟧
GET /i/{slug}
GET /i/{slug}/products
GET /i/{slug}/../../portal/keys
GET /i/assets/..%2f..%2fserver%2fmain.ts
GET /i/⟦%2e%2e%2f×600⟧etc/passwd
GET /portal/keys
GET /portal/assets/%00.css
GET /portal/assets/../../.env
GET /cdn/..%2f..%2fdata%2fmerch.db
GET /cdn/mug-white.svg
GET /tutorials/__proto__
GET /.git/config
HEAD /v1/auth
HEAD /nowhere
HEAD /openapi.json
OPTIONS /v1/orders/create
TRACE /v1/auth
QUERY /v1/orders/list
PATCH /v1/orders/create
PROPFIND /v1/auth
M-SEARCH /portal
PURGE /i/{slug}
GET /v1/orders/list?limit=99999999999999999999
GET /v1/orders/list?⟦limit=1&×700⟧
GET /v1/orders/list?⟦&×5000⟧
GET /v1/orders/list?email=%ff
GET /v1/orders/list?__proto__=1&constructor=2
GET /v1/orders/list?campaignId=%27%20or%201=1%20--
GET /v1/contacts/list?campaignId={campaign}&searchText=%22a%22%20OR%20%22b%22
GET /v1/contacts/list?campaignId={campaign}&searchText=*
GET /v1/contacts/list?campaignId={campaign}&searchText=NEAR(a)
GET /v1/contacts/list?campaignId={campaign}&searchText=%25
GET /v1/contacts/list?campaignId={campaign}&searchText=⟦_×3000⟧
GET /v1/contacts/list?campaignId={campaign}&tags[]=a&tags[0]=b
GET /v1/contacts/list?campaignId={campaign}&tags=⟦%41×1500⟧
`

/** Headers of a well-formed request for /v1/auth, besides Host. */
const oddHeaders = `
Authorization: bearer  {key}
Authorization: Bearer {key}↵Authorization: Bearer ⟦y×96⟧
Authorization: Bearer ⟦x×96⟧
Authorization: Basic ⟦A×4000⟧
Authorization: ⟦\xff×96⟧
Cookie: {cookie}
Cookie: ⟦a=b;×2000⟧
Accept: */*;q=0↵Accept-Encoding: br;q=x
If-None-Match: W/"↵Range: bytes=0-0,-1
X-Forwarded-For: 999.1.1.1, [::ffff:1.2.3.4]:80
X-Forwarded-For: ,,,
X-HTTP-Method-Override: DELETE↵X-Original-URL: /portal
Expect: nothing
Content-Encoding: gzip↵TE: trailers↵Trailer: Content-Length
Upgrade: websocket↵Connection: upgrade
constructor: 1↵__proto__: 2
⟦X-A: y↵×96⟧Z: y
`

/** JSON that is expensive to parse, to check or to reject, or is invalid. */
const bodies = `
⟦[×60000⟧
⟦[×60000⟧⟦]×60000⟧
⟦{"a":×40000⟧1⟦}×40000⟧
[⟦1,×60000⟧1]
[⟦{},×60000⟧1]
[⟦null,×40000⟧1]
{"firstName":⟦[×60000⟧
{"email":"⟦a×200000⟧"}
{"email":"⟦a@×60000⟧"}
{"email":"⟦a.×60000⟧@b.c"}
{"firstName":"\\u0000","lastName":"\\ud800","email":"a@b.c","campaignId":"{campaign}"}
{"firstName":"A","lastName":"B","email":"a@b.c","campaignId":"{campaign}","__proto__":{"a":1}}
{"firstName":"A","lastName":"B","email":"a@b.c","campaignId":"{campaign}","tags":[⟦"x",×9000⟧"x"]}
{"campaignId":"{campaign}","products":[{"sku":"{sku}","quantity":1e999}]}
{"campaignId":"{campaign}","products":[{"sku":"{sku}","quantity":⟦9×200000⟧}]}
{"url":"https://⟦[::×30000⟧","events":["order.created"]}
{"url":"https://a/⟦%×100000⟧","events":{}}
{"orderId":{"toString":null}}
{⟦"orderId":1,×9000⟧"a":1}
{"constructor":{"prototype":{}}}
{}{}
\0
\xef\xbb\xbf{}
{"a":"\xc0\xaf"}
⟦␠×600000⟧
`

const forms = `
token=%
token=a&token=b
__proto__=1
token=%ff&token=%00
do=add&sku=x&quantity=1e9
=
⟦f=v&×4000⟧
⟦&×9000⟧
token=⟦%41×9000⟧
token=⟦a×300000⟧
`

/** Operations and pages that read a body. */
const readers = ['/v1/orders/create', '/v1/contacts/create', '/v1/webhooks']
const jsonOperations = operations.filter(({ body }) => body !== undefined)

/** A well-formed request with `Host`. */
type Plain = { method: string; target: string; headers?: string; body?: string }

const bytesOf = ({ method, target, headers: given = '', body }: Plain): string => {
  const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`
  return `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${given}${length}\r\n${body ?? ''}`
}

const json = 'Content-Type: application/json\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded\r\n'

/** Allowed on top of a timeout: the server checks at intervals, and the machine may be busy. */
const slack = 4000

/** Returns all messages. */
export const messagesFor = (names: Names): Message[] => {
  const authorization = `Authorization: Bearer ${names.key}\r\n`
  /** A request in a body. If the server took it for a request, it would show by a second response. */
  const hidden = bytesOf({ method: 'DELETE', target: '/v1/auth', headers: authorization })
  const table = (text: string) => lines(names, text)

  const rejected = (name: string, bytes: string): Message => ({
    ...{ name, bytes, ending: 'half-close', expected: { is: 'rejection' } },
  })
  const answered = (name: string, ...plain: Plain[]): Message => ({
    name,
    bytes: plain.map(bytesOf).join(''),
    ending: 'wait',
    expected: {
      is: 'responses',
      to: plain.map(({ method, target }) => ({ method, path: target })),
    },
  })
  const get = (target: string): Plain => ({ method: 'GET', target, headers: authorization })
  const post = (target: string) =>
    `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${authorization}${json}`
  const closed = (
    name: string,
    bytes: string,
    ending: Ending,
    timeout: number,
    most = 1,
  ): Message => ({
    ...{ name, bytes, ending, expected: { is: 'close', within: timeout + slack, most } },
  })
  const invite = `/i/${names.slug}`
  const pages = [`${invite}/cart`, `${invite}/checkout`, '/portal/sign-in', '/portal/keys']

  return [
    ...table(requestLines).map((line) =>
      rejected('request line', `${line}\r\nHost: localhost\r\n\r\n`),
    ),
    ...table(headers).map((line) =>
      rejected('header', `GET /v1/auth HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`),
    ),
    ...table(framings).flatMap((line) =>
      ['/v1/orders/create', '/healthz', `${invite}/cart`].map((target) =>
        rejected('framing', `${post(target)}${line}\r\n\r\n0\r\n\r\nX${hidden}`),
      ),
    ),
    ...table(chunks).flatMap((line): Message[] => {
      const rest = `Transfer-Encoding: chunked\r\n\r\n${line}${hidden}`
      const early = `POST /nowhere HTTP/1.1\r\nHost: localhost\r\n${rest}`
      return [
        ...readers.map((target) => rejected('chunk', post(target) + rest)),
        { ...rejected('chunk', early), expected: { is: 'survival', most: 1 } },
      ]
    }),
    ...table(avalanches).map((line) => rejected('avalanche', `GET / HTTP/1.1\r\n${line}`)),
    ...table(garbage).map((line): Message => {
      const { bytes, expected } = answered('', get('/v1/auth'), get('/v1/orders/list'))
      const ending = 'half-close'
      const all =
        expected.is === 'responses' ? { ...expected, andRejection: true as const } : expected
      return { name: 'garbage', bytes: bytes + line, ending, expected: all }
    }),
    ...table(targets).map((line) => {
      const [method = '', target = ''] = line.split(' ')
      return answered('target', { ...get(target), method })
    }),
    ...table(oddHeaders).map((line) =>
      answered('odd header', { ...get('/v1/auth'), headers: `${line}\r\n` }),
    ),
    ...table(bodies).flatMap((body) =>
      jsonOperations.map(({ method, path }) =>
        answered('body', {
          method: method.toUpperCase(),
          target: path.replaceAll(/\{[^}]+\}/g, 'none'),
          headers: authorization + json,
          body,
        }),
      ),
    ),
    ...[`${json}Content-Encoding: gzip\r\n`, form, ''].map((type) =>
      answered('body of another type', {
        ...{ method: 'POST', target: '/v1/contacts/create', headers: authorization + type },
        body: gzipSync('['.repeat(5_000_000)).toString('latin1'),
      }),
    ),
    ...table(forms).flatMap((body) =>
      pages.flatMap((target) =>
        ['', `Cookie: ${names.cookie}\r\n`].map((cookie) =>
          answered('form', { method: 'POST', target, headers: form + cookie, body }),
        ),
      ),
    ),
    ...[1, 50, 200].map((times) =>
      answered(
        'request in a body',
        { ...get('/v1/contacts/create'), method: 'POST', body: hidden.repeat(times) },
        get('/v1/auth'),
      ),
    ),
    answered('pipeline', ...Array<Plain>(40).fill(get('/v1/auth'))),
    answered('pipeline', get('/docs'), get('/nowhere'), get('/v1/products/list'), get('/healthz')),
    closed(
      'requests without end',
      'GET /v1/auth HTTP/1.1\r\n\r\n'.repeat(2000),
      'wait',
      10_000,
      1999,
    ),
    closed('one request and no other', bytesOf(get('/healthz')), 'wait', 5000),
    closed('silence', '', 'wait', 10_000),
    closed('half a request line', 'GET / HT', 'wait', 10_000),
    closed('slow headers', 'GET / HTTP/1.1\r\nX: ', { repeat: 'X: y\r\n', every: 500 }, 10_000),
    closed('blank lines', '', { repeat: '\r\n', every: 500 }, 10_000),
    closed(
      'slow body',
      `${post('/v1/orders/create')}Content-Length: 100000\r\n\r\n`,
      { repeat: ' ', every: 500 },
      30_000,
    ),
    closed(
      'responses that no one reads',
      bytesOf(get('/openapi.json')).repeat(95),
      'read nothing',
      120_000,
      94,
    ),
  ]
}
