import { expect, test } from 'vitest'
import { canonicalWebhookUrl } from './webhook-url.ts'

test.each([
  ['http is refused', 'http://hooks.example.com/'],
  ['another scheme', 'ftp://hooks.example.com/'],
  ['no URL', 'hooks.example.com'],
  ['no host', 'https:///'],
  ['no host at all', 'https://'],
  ['localhost', 'https://localhost/'],
  ['localhost in capitals', 'https://LOCALHOST/'],
  ['localhost with a port', 'https://localhost:8443/'],
  ['localhost with a dot', 'https://localhost./'],
  ['a name under localhost', 'https://hooks.localhost/'],
  ['a name under localhost with a dot', 'https://hooks.localhost./'],
  ['loopback', 'https://127.0.0.1/'],
  ['the rest of loopback', 'https://127.9.8.7/'],
  ['loopback in decimal', 'https://2130706433/'],
  ['loopback in hexadecimal', 'https://0x7f000001/'],
  ['loopback in octal', 'https://0177.0.0.1/'],
  ['loopback shortened', 'https://127.1/'],
  ['loopback with a dot', 'https://127.0.0.1./'],
  ['loopback in full-width digits', 'https://１２７.0.0.1/'],
  ['unspecified', 'https://0.0.0.0/'],
  ['unspecified shortened', 'https://0/'],
  ['10.0.0.0/8', 'https://10.255.255.255/'],
  ['172.16.0.0/12, its first', 'https://172.16.0.0/'],
  ['172.16.0.0/12, its last', 'https://172.31.255.255/'],
  ['192.168.0.0/16', 'https://192.168.1.1/'],
  ['link-local, cloud metadata', 'https://169.254.169.254/latest/'],
  ['IPv6 loopback', 'https://[::1]/'],
  ['IPv6 loopback in full', 'https://[0:0:0:0:0:0:0:1]/'],
  ['IPv6 unspecified', 'https://[::]/'],
  ['IPv6 unique local', 'https://[fd12:3456::1]/'],
  ['IPv6 link-local', 'https://[fe80::1]/'],
  ['IPv4 mapped', 'https://[::ffff:127.0.0.1]/'],
  ['IPv4 mapped in hexadecimal', 'https://[::ffff:7f00:1]/'],
  ['IPv4 mapped, public', 'https://[::ffff:8.8.8.8]/'],
  ['IPv4 compatible', 'https://[::127.0.0.1]/'],
  ['6to4 of loopback', 'https://[2002:7f00:1::]/'],
  ['NAT64', 'https://[64:ff9b::7f00:1]/'],
  ['outside 2000::/3', 'https://[4000::1]/'],
  ['localhost with two dots', 'https://localhost../'],
  ['credentials', 'https://user:pass@hooks.example.com/'],
  ['a user alone', 'https://user@hooks.example.com/'],
  ['a port that is none', 'https://hooks.example.com:99999/'],
])('%s: %s', (_, url) => {
  expect(canonicalWebhookUrl(url)).toBeUndefined()
})

test.each([
  ['a name', 'https://hooks.example.com/merch', 'https://hooks.example.com/merch'],
  ['a public address', 'https://8.8.8.8/', 'https://8.8.8.8/'],
  ['just outside 172.16.0.0/12', 'https://172.32.0.1/', 'https://172.32.0.1/'],
  ['just under 172.16.0.0/12', 'https://172.15.255.255/', 'https://172.15.255.255/'],
  ['just outside 10.0.0.0/8', 'https://11.0.0.1/', 'https://11.0.0.1/'],
  ['a public IPv6 address', 'https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  [
    'a name that only looks like localhost',
    'https://localhost.example.com/',
    'https://localhost.example.com/',
  ],
  ['a name that ends like it', 'https://notlocalhost/', 'https://notlocalhost/'],
  [
    'a name that looks like an address',
    'https://10.0.0.1.example.com/',
    'https://10.0.0.1.example.com/',
  ],
  ['an @ in the path', 'https://hooks.example.com/@me', 'https://hooks.example.com/@me'],
])('%s is accepted', (_, url, canonical) => {
  expect(canonicalWebhookUrl(url)).toBe(canonical)
})

test.each([
  'https://hooks.example.com/%7Emerch',
  'https://hooks.example.com/%7emerch',
  'https://HOOKS.example.com:443/%7Emerch#part',
  'https://hooks.example.com./x/../~merch',
  'https://hooks.example.com../~merch',
])('%s is another spelling of one URL', (url) => {
  expect(canonicalWebhookUrl(url)).toBe('https://hooks.example.com/~merch')
})

test('an escape that means something else stays', () => {
  expect(canonicalWebhookUrl('https://hooks.example.com/a%2fb')).toBe(
    'https://hooks.example.com/a%2Fb',
  )
})
