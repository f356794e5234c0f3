import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** The name that the certificate is for by default. */
export const tlsHost = 'hooks.test'

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })

export type Certificate = { key: string; cert: string }

/**
 * Creates a self-signed certificate.
 * @param host name that it is for, besides the loopback addresses.
 * @param days validity in days; -1 for an expired certificate.
 */
export const makeCertificate = (host = tlsHost, days = 2): Certificate => {
  const { path, remove } = makeTemporaryFolder()
  const file = (name: string) => join(path, name)
  const [key, request, cert, extensions] = [file('key'), file('req'), file('cert'), file('ext')]
  writeFileSync(
    extensions,
    `basicConstraints=critical,CA:TRUE\nsubjectAltName=DNS:${host},IP:127.0.0.1,IP:::1\n`,
  )
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-new', ...curve, '-keyout', key, '-out', request, '-subj', `/CN=${host}`)
  const sign = ['-signkey', key, '-days', String(days), '-extfile', extensions, '-out', cert]
  openssl('x509', '-req', '-in', request, ...sign)
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  remove()
  return pair
}

/** Returns settings with which a server delivers to subscribers on this machine. Writes the certificate to a file. */
export const deliveringHere = ({ cert }: Certificate, file: string): Record<string, string> => {
  writeFileSync(file, cert)
  return { WEBHOOK_EGRESS_ALLOW: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: file }
}
