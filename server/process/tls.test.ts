import { createPrivateKey, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { type Certificate, makeCertificate } from '../../tests/kit/tls.ts'
import { ConfigError } from '../config.ts'
import { readTls } from './tls.ts'

const own = makeCertificate('localhost')
const other = makeCertificate('localhost')

/** Reads a certificate and its key, with some texts replaced. Returns the problem. */
const problemOf = (texts: Partial<Certificate>, now = Date.now()): string => {
  const folder = temporaryFolder()
  const files = { cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
  writeFileSync(files.cert, texts.cert ?? own.cert)
  writeFileSync(files.key, texts.key ?? own.key)
  try {
    readTls(files, now)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.replace(files.cert, 'CERT').replace(files.key, 'KEY')
  }
  return 'none'
}

const sealed = (key: string) =>
  createPrivateKey(key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString()

test.each<[string, Partial<Certificate>, string]>([
  ['another key', { key: other.key }, 'TLS_KEY KEY is not the key of TLS_CERT CERT'],
  ['a text', { cert: 'hello' }, 'TLS_CERT CERT is not a PEM certificate'],
  ['a key as certificate', { cert: own.key }, 'TLS_CERT CERT is not a PEM certificate'],
  ['a certificate as key', { key: own.cert }, 'TLS_KEY KEY is not a PEM private key'],
  [
    'a broken chain',
    { cert: own.cert.repeat(2).slice(0, -50) },
    expect.stringMatching(/^TLS_CERT CERT cannot be used: .+$/),
  ],
  [
    'a key with a passphrase',
    { key: sealed(own.key) },
    'TLS_KEY KEY is encrypted. Provide the key without a passphrase.',
  ],
])('%s is rejected in one line', (_, texts, message) => {
  expect(problemOf(texts)).toEqual(message)
})

test('a certificate that has expired or is not valid yet is rejected', () => {
  const year = 365 * 24 * 3600 * 1000
  expect(problemOf({}, Date.now() + year)).toMatch(/^TLS_CERT CERT expired at \d{4}-\d\d-\d\dT/)
  expect(problemOf({}, Date.now() - year)).toMatch(/^TLS_CERT CERT is not valid before \d{4}-/)
  const { validFromDate, validToDate } = new X509Certificate(own.cert)
  for (const bound of [validFromDate, validToDate])
    expect(problemOf({}, bound.getTime())).toBe('none')
})
