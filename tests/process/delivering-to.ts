import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from '../../testkit/tls.ts'

/** Returns the settings that allow deliveries to loopback addresses and trust the certificate. */
export const deliveringTo = (folder: string, { cert }: Certificate): Record<string, string> => {
  const file = join(folder, 'authority.pem')
  writeFileSync(file, cert)
  return { WEBHOOK_EGRESS_ALLOW: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: file }
}
