import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** The name that the certificate is for. */
export const tlsHost = 'hooks.test'

/** A certificate of a test's own, which is its own authority. */
export const makeCertificate = (): { key: string; cert: string } => {
  const { path, remove } = makeTemporaryFolder()
  const [key, cert] = [join(path, 'key.pem'), join(path, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', key, '-out', cert, '-days', '2', '-subj', `/CN=${tlsHost}`],
      ...['-addext', `subjectAltName=DNS:${tlsHost},IP:127.0.0.1`],
    ],
    { stdio: 'ignore' },
  )
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  remove()
  return pair
}
