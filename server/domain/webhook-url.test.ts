import { expect, test } from 'vitest'
import { WebhookCreate } from '../../generated/zod/schemas.ts'
import { canonicalWebhookUrl } from './webhook-url.ts'

/** Returns the canonical form of a URL that the document's pattern and the domain accept. */
const canonical = (url: string): string | undefined =>
  WebhookCreate.safeParse({ url, events: ['order.created'] }).success
    ? canonicalWebhookUrl(url)
    : undefined

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

const malformed = words(`
  hooks.example.com //hooks.example.com/ https: https:// https:///hooks https://?hooks.example.com
  https://#hooks.example.com https://../ https:hooks.example.com https:/hooks.example.com
  https:////hooks.example.com/ https:\\\\hooks.example.com\\ http://hooks.example.com/
  HTTP://hooks.example.com/ http://hooks.example.com:443/ wss://hooks.example.com/ file:///etc/passwd
  javascript:alert(1)//https://hooks.example.com/ data:text/plain,https://hooks.example.com/
  blob:https://hooks.example.com/x https://hooks%20.example.com/ https://[2606:4700::1111
  https://[hooks.example.com]/ https://[8.8.8.8]/ https://2606:4700::1111/ https://[v1.fe80::a]/
  https://hooks.example.com:https/ https://hooks.example.com:65536/ https://hooks.example.com:-1/
  https://256.256.256.256/ https://1.2.3.4.5/ https://0x/ https://xn--a-ä.example.com/
`)

const withSpacesOrControls = [
  '',
  ' https://hooks.example.com/',
  'https://hooks.example.com/ ',
  'https://a b.example.com/',
  'https://hooks\t.example.com/',
  'https://a.example.com/\r\nX: y',
  'https://a.example/\u0000',
]

const thisMachine = words(`
  https://localhost/ https://LocalHost/ https://localhost:8443/ https://localhost./ https://localhost../
  https://hooks.localhost/ https://hooks.localhost./ https://%6c%6f%63alhost/ https://ｌｏｃａｌｈｏｓｔ/
  https://hooks。localhost/ https://local\u00adhost/ https://127.0.0.1/ https://127.0.0.1./
  https://127.0.0.1:8443/ https://127.255.255.254/ https://127.1/ https://127.0.1/ https://2130706433/
  https://2130706433./ https://0x7f000001/ https://0x7F.0x0.0x0.0x1/ https://017700000001/
  https://0177.0.0.01/ https://0x7f.0.1/ https://127%2e0%2e0%2e1/ https://１２７.0.0.1/
  https://①②⑦.0.0.1/ https://127。0。0。1/ https://0.0.0.0/ https://0/ https://0x0/ https://[::1]/
  https://[0000:0000:0000:0000:0000:0000:0000:0001]/ https://[::0.0.0.1]/ https://[::]/
  https://[::ffff:127.0.0.1]/ https://[::FFFF:7F00:1]/ https://[::127.0.0.1]/
  https://[::ffff:0:127.0.0.1]/ https://[64:ff9b::7f00:1]/ https://[64:ff9b:1::7f00:1]/
  https://[2002:7f00:1::]/ https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/
`)

const withCredentials = words(`
  https://user@hooks.example.com/ https://user:password@hooks.example.com/
  https://@hooks.example.com/ https://:@hooks.example.com/ https://hooks.example.com@127.0.0.1/
  https://hooks.example.com:443@127.0.0.1/ https://hooks.example.com\\@127.0.0.1/
  https://localhost#.example.com/ https://localhost?.example.com/
`)

test.each([...malformed, ...withSpacesOrControls, ...thisMachine, ...withCredentials])(
  '%j is rejected',
  (url) => {
    expect(canonical(url)).toBeUndefined()
  },
)

// The pattern of the document rejects these first.
test.each(
  words(`https://user@hooks.example.com/ https://:password@hooks.example.com/
    http://hooks.example.com/ hooks.example.com`),
)('%s is rejected without the pattern of the document too', (url) => {
  expect(canonicalWebhookUrl(url)).toBeUndefined()
})

test.each(
  words(`
  https://hooks.example.com/merch https://hooks.example.com HTTPS://hooks.example.com/
  https://HOOKS.EXAMPLE.COM/ https://hooks.example.com./ https://hooks.example.com:8443/
  https://hooks.example.com:65535/ https://hooks.example.com:/
  https://hooks.example.com/?token=a%20b&x https://hooks.example.com?x
  https://hooks.example.com/#x https://hooks.example.com/@me https://hooks.example.com/localhost
  https://localhost.example.com/ https://notlocalhost/ https://127.0.0.1.example.com/
  https://127-0-0-1.example.com/ https://bücher.example/ https://xn--bcher-kva.example/
  https://web_hooks.example.com/ https://hooks.example.com/%2F%zz%00 https://hooks.example.com/日本
  https://134744072/
  https://[2606:4700::1111]:8443/x https://[3000::1]/
`),
)('%s is accepted', (url) => {
  expect(canonical(url)).toBeDefined()
})

test.each(
  words(`
  HTTPS://hooks.example.com/~merch/a?b https://Hooks.EXAMPLE.com/~merch/a?b
  https://hooks.example.com:443/~merch/a?b https://hooks.example.com:/~merch/a?b
  https://hooks.example.com:0443/~merch/a?b https://hooks.example.com./~merch/a?b
  https://hooks.example.com../~merch/a?b https://hooks.example.com/%7Emerch/a?b
  https://hooks.example.com/%7emerch/%61?%62 https://hooks.example.com/x/../~merch/./a?b
  https://hooks.example.com/x/%2e%2e/~merch/a?b https://hooks.example.com/~merch/a?b#c
  https://hooks。example。com/~merch/a?b https://ｈｏｏｋｓ.example.com/~merch/a?b
  https://h%6Foks.example.com/~merch/a?b
`),
)('%s is another spelling of one URL', (url) => {
  expect(canonical(url)).toBe('https://hooks.example.com/~merch/a?b')
})

test('a different path, query, path case or port is a different URL', () => {
  const urls = ['/x', '/X', '/x?y', ':8443/x', '/x/y', '/x%2fy'].map(
    (rest) => `https://a.example.com${rest}`,
  )
  expect(new Set(urls.map(canonical)).size).toBe(urls.length)
})
