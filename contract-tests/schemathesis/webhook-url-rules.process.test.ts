import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../schemathesis_hooks', import.meta.url))

/** The verdict of webhook_url_rules.py on each URL. Null means that the rules leave it open. */
const verdicts: Record<string, 'allowed' | 'rejected' | null> = {
  'https://hooks.example.com/merch': 'allowed',
  'https://a': 'allowed',
  'https://a:8443/?x#y': 'allowed',
  'https://192.0.2.1/': 'allowed',
  'https://172.15.255.255/': 'allowed',
  'https://172.32.0.0': 'allowed',
  'https://3232235520.example/': 'allowed',
  'https://[2606:4700::1111]/': 'allowed',
  'http://hooks.example.com/': 'rejected',
  'https://user:word@hooks.example.com/': 'rejected',
  'https://a:99999/': 'rejected',
  'https://LOCALHOST./': 'rejected',
  'https://api.localhost/': 'rejected',
  'https://ⓛocalhost/': 'rejected',
  'https://0/': 'rejected',
  'https://127.1/': 'rejected',
  'https://0x7f.1:8443/': 'rejected',
  'https://3232235520/': 'rejected',
  'https://0251.254.0.1/': 'rejected',
  'https://172.31.255.255:8443/': 'rejected',
  'https://[::1]/': 'rejected',
  'https://[fe80::1]:8443/': 'rejected',
  'https://[::ffff:10.0.0.1]/': 'rejected',
  'https://[::ffff:192.0.2.1]/': null,
  'https://[2001:db8::1]/': null,
  'https://é.example/': null,
  'https://a_b.example/': null,
  'https://08/': null,
}

const program = `import json, sys, webhook_url_rules as rules
print(json.dumps({url: rules.judge(url) for url in json.load(sys.stdin)}))`

test('the rules that Schemathesis compares the server with judge each URL as §4 does', (context) => {
  const { error, stdout, stderr } = spawnSync('python3', ['-B', '-c', program], {
    cwd: folder,
    encoding: 'utf8',
    input: JSON.stringify(Object.keys(verdicts)),
  })
  if (error) return context.skip('python3 is not installed')
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(verdicts)
})
