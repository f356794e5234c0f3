import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebhookList, WebhookSubscriptionWithSecret } from '../../generated/schemas.ts'
import { sharedTestServer, type TestServer } from '../testing/test-server.ts'

const message =
  'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'

let server: TestServer
let kept: { id: string; url: string }

const create = (url: unknown) => server.post('/v1/webhooks', { url, events: ['order.created'] })
const update = (url: unknown) => server.put(`/v1/webhooks/${kept.id}`, { url })

const subscriptions = async () =>
  WebhookList.parse((await server.get('/v1/webhooks')).body).webhooks.map(({ id, url }) => ({
    id,
    url,
  }))

beforeAll(async () => {
  server = await sharedTestServer({ demo: false })
  const { body } = await create('https://kept.example.com/')
  const { id, url } = WebhookSubscriptionWithSecret.parse(body)
  kept = { id, url }
})

afterAll(() => server.stop())

describe('create and update reject with the same message', () => {
  test.each([
    // Not a URL, or not HTTPS (§4 rules 1 and 2).
    ['nothing', ''],
    ['no scheme', 'hooks.example.com'],
    ['no scheme but its slashes', '//hooks.example.com/'],
    ['a scheme alone', 'https:'],
    ['no host', 'https://'],
    ['no host but a path', 'https:///hooks'],
    ['no host but a query', 'https://?hooks.example.com'],
    ['no host but a fragment', 'https://#hooks.example.com'],
    ['a host of dots', 'https://../'],
    ['no slashes', 'https:hooks.example.com'],
    ['one slash', 'https:/hooks.example.com'],
    ['four slashes', 'https:////hooks.example.com/'],
    ['backslashes', 'https:\\\\hooks.example.com\\'],
    ['http', 'http://hooks.example.com/'],
    ['http in capitals', 'HTTP://hooks.example.com/'],
    ['http on the port of https', 'http://hooks.example.com:443/'],
    ['a websocket', 'wss://hooks.example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)//https://hooks.example.com/'],
    ['data', 'data:text/plain,https://hooks.example.com/'],
    ['a scheme within a scheme', 'blob:https://hooks.example.com/x'],
    ['a space before it', ' https://hooks.example.com/'],
    ['a space after it', 'https://hooks.example.com/ '],
    ['a space in its host', 'https://hooks .example.com/'],
    ['an escaped space in its host', 'https://hooks%20.example.com/'],
    ['a tab in its host', 'https://hooks\t.example.com/'],
    ['a line break in its path', 'https://hooks.example.com/\r\nX: y'],
    ['NUL', 'https://hooks.example.com/\u0000'],
    ['a bracket that is not closed', 'https://[2606:4700::1111'],
    ['a bracket round a name', 'https://[hooks.example.com]/'],
    ['a bracket round an IPv4 address', 'https://[8.8.8.8]/'],
    ['an IPv6 address without brackets', 'https://2606:4700::1111/'],
    ['an address of a future version', 'https://[v1.fe80::a]/'],
    ['a port that is not a number', 'https://hooks.example.com:https/'],
    ['a port that is too large', 'https://hooks.example.com:65536/'],
    ['a negative port', 'https://hooks.example.com:-1/'],
    ['an address that is too large', 'https://256.256.256.256/'],
    ['an address of five parts', 'https://1.2.3.4.5/'],
    ['an address without digits', 'https://0x/'],
    ['invalid punycode', 'https://xn--a-ä.example.com/'],
    // This machine (§4 rule 3).
    ['localhost', 'https://localhost/'],
    ['localhost in capitals', 'https://LocalHost/'],
    ['localhost on a port', 'https://localhost:8443/'],
    ['localhost with a dot', 'https://localhost./'],
    ['localhost with two dots', 'https://localhost../'],
    ['a name under localhost', 'https://hooks.localhost/'],
    ['a name under localhost with a dot', 'https://hooks.localhost./'],
    ['localhost, escaped', 'https://%6c%6f%63alhost/'],
    ['localhost in wide letters', 'https://ｌｏｃａｌｈｏｓｔ/'],
    ['localhost with a soft hyphen', 'https://local\u00adhost/'],
    ['localhost with an ideographic full stop', 'https://hooks。localhost/'],
    ['127.0.0.1', 'https://127.0.0.1/'],
    ['127.0.0.1 with a dot', 'https://127.0.0.1./'],
    ['127.0.0.1 on a port', 'https://127.0.0.1:8443/'],
    ['the end of 127.0.0.0/8', 'https://127.255.255.254/'],
    ['loopback of two parts', 'https://127.1/'],
    ['loopback of three parts', 'https://127.0.1/'],
    ['loopback as one number', 'https://2130706433/'],
    ['loopback as one number with a dot', 'https://2130706433./'],
    ['loopback in hexadecimal', 'https://0x7f000001/'],
    ['loopback in hexadecimal parts', 'https://0x7F.0x0.0x0.0x1/'],
    ['loopback in octal', 'https://017700000001/'],
    ['loopback in octal parts', 'https://0177.0.0.01/'],
    ['loopback in several bases', 'https://0x7f.0.1/'],
    ['loopback, escaped', 'https://127%2e0%2e0%2e1/'],
    ['loopback in wide digits', 'https://１２７.0.0.1/'],
    ['loopback in circled digits', 'https://①②⑦.0.0.1/'],
    ['loopback with ideographic full stops', 'https://127。0。0。1/'],
    ['0.0.0.0', 'https://0.0.0.0/'],
    ['0.0.0.0, short', 'https://0/'],
    ['0.0.0.0 in hexadecimal', 'https://0x0/'],
    ['::1', 'https://[::1]/'],
    ['::1 in full', 'https://[0000:0000:0000:0000:0000:0000:0000:0001]/'],
    ['::1 with an IPv4 part', 'https://[::0.0.0.1]/'],
    ['::', 'https://[::]/'],
    ['a public address, mapped', 'https://[::ffff:8.8.8.8]/'],
    ['outside 2000::/3', 'https://[4000::1]/'],
    ['127.0.0.1, mapped', 'https://[::ffff:127.0.0.1]/'],
    ['127.0.0.1, mapped, in hexadecimal', 'https://[::FFFF:7F00:1]/'],
    ['127.0.0.1, compatible', 'https://[::127.0.0.1]/'],
    ['127.0.0.1, translated', 'https://[::ffff:0:127.0.0.1]/'],
    ['127.0.0.1 by NAT64', 'https://[64:ff9b::7f00:1]/'],
    ['127.0.0.1 by local NAT64', 'https://[64:ff9b:1::7f00:1]/'],
    ['127.0.0.1 by 6to4', 'https://[2002:7f00:1::]/'],
    ['127.0.0.1 by Teredo', 'https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/'],
    // Private networks (§4 rule 4).
    ['10.0.0.0/8, its first', 'https://10.0.0.0/'],
    ['10.0.0.0/8, its last', 'https://10.255.255.255/'],
    ['10.0.0.0/8 as one number', 'https://167772161/'],
    ['10.0.0.0/8 in octal', 'https://012.0.0.1/'],
    ['172.16.0.0/12, its first', 'https://172.16.0.0/'],
    ['172.16.0.0/12, its last', 'https://172.31.255.255/'],
    ['192.168.0.0/16, its first', 'https://192.168.0.0/'],
    ['192.168.0.0/16, its last', 'https://192.168.255.255/'],
    ['192.168.0.0/16 of three parts', 'https://192.168.257/'],
    ['169.254.0.0/16, its first', 'https://169.254.0.0/'],
    ['cloud metadata', 'https://169.254.169.254/latest/meta-data/'],
    ['cloud metadata in hexadecimal', 'https://0xa9fea9fe/'],
    ['a private address, mapped', 'https://[::ffff:192.168.0.1]/'],
    ['a private address by 6to4', 'https://[2002:c0a8:1::]/'],
    ['unique local', 'https://[fd00::1]/'],
    ['link-local', 'https://[fe80::1]/'],
    ['link-local with a zone', 'https://[fe80::1%25eth0]/'],
    ['site-local', 'https://[fec0::1]/'],
    ['multicast of IPv6', 'https://[ff02::1]/'],
    // Credentials, and hosts hidden by them (design decision 22).
    ['a user', 'https://user@hooks.example.com/'],
    ['a user and a password', 'https://user:password@hooks.example.com/'],
    ['an empty user', 'https://@hooks.example.com/'],
    ['an empty user and password', 'https://:@hooks.example.com/'],
    ['a host that is a user', 'https://hooks.example.com@127.0.0.1/'],
    ['a host and port that are a user', 'https://hooks.example.com:443@127.0.0.1/'],
    ['a backslash before a user', 'https://hooks.example.com\\@127.0.0.1/'],
    ['localhost before a fragment', 'https://localhost#.example.com/'],
    ['localhost before a query', 'https://localhost?.example.com/'],
  ])('%s: %j', async (_, url) => {
    for (const answer of [await create(url), await update(url)])
      expect([answer.status, answer.body]).toEqual([400, { message }])
    expect(await subscriptions()).toEqual([kept])
  })
})

describe('accepts and returns the URL as sent', () => {
  test.each([
    ['a name', 'https://hooks.example.com/merch'],
    ['a name alone', 'https://hooks.example.com'],
    ['the scheme in capitals', 'HTTPS://hooks.example.com/'],
    ['the host in capitals', 'https://HOOKS.EXAMPLE.COM/'],
    ['a dot at the end', 'https://hooks.example.com./'],
    ['a port', 'https://hooks.example.com:8443/'],
    ['the last port', 'https://hooks.example.com:65535/'],
    ['a port without digits', 'https://hooks.example.com:/'],
    ['a query', 'https://hooks.example.com/?token=a%20b&x'],
    ['a query right after the host', 'https://hooks.example.com?x'],
    ['a fragment', 'https://hooks.example.com/#x'],
    ['an @ in the path', 'https://hooks.example.com/@me'],
    ['localhost in the path', 'https://hooks.example.com/localhost'],
    ['localhost as a part of a name', 'https://localhost.example.com/'],
    ['localhost at the end of a word', 'https://notlocalhost/'],
    ['an address as a part of a name', 'https://127.0.0.1.example.com/'],
    ['a name of digits', 'https://127-0-0-1.example.com/'],
    ['a name in another script', 'https://bücher.example/'],
    ['a name in punycode', 'https://xn--bcher-kva.example/'],
    ['a label with an underscore', 'https://web_hooks.example.com/'],
    ['escapes', 'https://hooks.example.com/%2F%zz%00'],
    ['a path in another script', 'https://hooks.example.com/日本'],
    ['a long path', `https://hooks.example.com/${'a'.repeat(2000)}`],
    ['under 10.0.0.0/8', 'https://9.255.255.255/'],
    ['over 10.0.0.0/8', 'https://11.0.0.0/'],
    ['under 127.0.0.0/8', 'https://126.255.255.255/'],
    ['over 127.0.0.0/8', 'https://128.0.0.0/'],
    ['under 169.254.0.0/16', 'https://169.253.255.255/'],
    ['over 169.254.0.0/16', 'https://169.255.0.0/'],
    ['under 172.16.0.0/12', 'https://172.15.255.255/'],
    ['over 172.16.0.0/12', 'https://172.32.0.0/'],
    ['under 192.168.0.0/16', 'https://192.167.255.255/'],
    ['over 192.168.0.0/16', 'https://192.169.0.0/'],
    ['a public address as one number', 'https://134744072/'],
    ['a public IPv6 address', 'https://[2606:4700::1111]:8443/x'],
    ['the upper half of 2000::/3', 'https://[3000::1]/'],
  ])('%s: %j', async (_, url) => {
    const created = await create(url)
    expect([created.status, created.text]).toEqual([
      201,
      expect.stringContaining(JSON.stringify(url)),
    ])
    const { id } = WebhookSubscriptionWithSecret.parse(created.body)
    expect(await subscriptions()).toEqual([kept, { id, url }])
    await server.request({ method: 'DELETE', path: `/v1/webhooks/${id}` })
    expect((await update(url)).status).toBe(200)
    expect(await subscriptions()).toEqual([{ id: kept.id, url }])
    await update(kept.url)
  })
})

describe('treats two forms of a URL as the same URL', () => {
  const one = 'https://hooks.example.com/~merch/a?b'
  test.each([
    'HTTPS://hooks.example.com/~merch/a?b',
    'https://Hooks.EXAMPLE.com/~merch/a?b',
    'https://hooks.example.com:443/~merch/a?b',
    'https://hooks.example.com:/~merch/a?b',
    'https://hooks.example.com:0443/~merch/a?b',
    'https://hooks.example.com./~merch/a?b',
    'https://hooks.example.com../~merch/a?b',
    'https://hooks.example.com/%7Emerch/a?b',
    'https://hooks.example.com/%7emerch/%61?%62',
    'https://hooks.example.com/x/../~merch/./a?b',
    'https://hooks.example.com/x/%2e%2e/~merch/a?b',
    'https://hooks.example.com/~merch/a?b#c',
    'https://hooks。example。com/~merch/a?b',
    'https://ｈｏｏｋｓ.example.com/~merch/a?b',
    'https://h%6Foks.example.com/~merch/a?b',
  ])('%s', async (other) => {
    const exists = [400, { message: 'A webhook with this URL already exists' }]
    const { id } = WebhookSubscriptionWithSecret.parse((await create(one)).body)
    for (const answer of [await create(other), await update(other)])
      expect([answer.status, answer.body]).toEqual(exists)
    // An update may change the form of the subscription's own URL.
    expect((await server.put(`/v1/webhooks/${id}`, { url: other })).status).toBe(200)
    expect(await subscriptions()).toEqual([kept, { id, url: other }])
    await server.request({ method: 'DELETE', path: `/v1/webhooks/${id}` })
  })
})
