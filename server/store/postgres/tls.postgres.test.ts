import { writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../tests/kit/free-port.ts'
import { listen } from '../../../tests/kit/listen.ts'
import { type PostgresCluster, startPostgresCluster } from '../../../tests/kit/postgres-cluster.ts'
import { makeTemporaryFolder } from '../../../tests/kit/temporary-folder.ts'
import { makeCertificate } from '../../../tests/kit/tls.ts'
import { openStore } from '../open-store.ts'
import { ofAllAccounts } from '../statement.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { connect } from './postgres-connection.ts'

const folder = makeTemporaryFolder()
const pem = (name: string, content: string): string => {
  const file = join(folder.path, name)
  writeFileSync(file, content)
  return file
}

let cluster: PostgresCluster
let port: number
let files: { ca: string; otherCa: string }
beforeAll(async () => {
  // Self-signed, so that each is the authority of itself.
  const server = makeCertificate('db.test')
  const other = makeCertificate('other.test')
  const client = makeCertificate('merch')
  files = { ca: pem('ca.pem', server.cert), otherCa: pem('other.pem', other.cert) }
  port = await freePort()
  cluster = await startPostgresCluster({
    port,
    settings: ['ssl=on', 'ssl_ca_file=clients.crt'],
    files: { 'server.crt': server.cert, 'server.key': server.key, 'clients.crt': client.cert },
    access: [
      'hostssl certified all 127.0.0.1/32 trust clientcert=verify-ca',
      'host certified all 127.0.0.1/32 reject',
      'host secret all 127.0.0.1/32 password',
    ],
  })
  for (const name of ['certified', 'secret', 'shop']) await cluster.create(name)
  await cluster.query('postgres', `alter user merch password 'pa:ss@word'`)
})
afterAll(async () => {
  await cluster.stop()
  folder.remove()
})

const urlOf = (query: string, { host = '127.0.0.1', database = 'shop', password = '' } = {}) =>
  `postgres://merch:${encodeURIComponent(password)}@${host}:${port}/${database}?${query}`

/** Connects, and returns what PostgreSQL says about the connection. */
const connectionTo = async (url: string): Promise<{ ssl: boolean; name: string }> => {
  const client = await connect(url)
  const { rows } = await client.query(
    `select ssl, application_name as name from pg_stat_ssl join pg_stat_activity using (pid)
     where pid = pg_backend_pid()`,
  )
  await client.end()
  return { ssl: rows[0]?.ssl === 1, name: rows[0]?.name }
}

test('sslmode decides whether a connection uses TLS', async () => {
  const modes = [
    ['sslmode=disable', false],
    ['', false],
    ['sslmode=prefer', true],
    ['sslmode=require', true],
    [`sslmode=require&sslrootcert=${files.ca}`, true],
    [`sslmode=verify-full&sslrootcert=${files.ca}`, true],
  ] as const
  for (const [query, ssl] of modes)
    expect([query, (await connectionTo(urlOf(query))).ssl]).toEqual([query, ssl])
  // The certificate names 127.0.0.1 and not localhost.
  const host = 'localhost'
  expect(
    await connectionTo(urlOf(`sslmode=verify-ca&sslrootcert=${files.ca}`, { host })),
  ).toMatchObject({ ssl: true })
})

test('a start that TLS prevents says what to do', async () => {
  const problem = (...url: Parameters<typeof urlOf>) =>
    openPostgresStore(urlOf(...url), { poolSize: 2 }).then(() => 'opened', String)
  const prefix = 'StoreError: The PostgreSQL database cannot be opened: '
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    expect(await problem(`sslmode=${mode}&sslrootcert=${files.otherCa}`)).toBe(
      `${prefix}self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca. Set sslrootcert in DATABASE_URL to the certificate that signed that of PostgreSQL.`,
    )
  expect(
    await problem(`sslmode=verify-full&sslrootcert=${files.ca}`, { host: 'localhost' }),
  ).toMatch(
    /does not match certificate's altnames.*Use a host name of the certificate in DATABASE_URL\.$/,
  )
  expect(await problem('sslmode=verify-full')).toMatch(/self-signed certificate.*Set sslrootcert/)
  expect(await problem('sslmode=verify-full&sslrootcert=/nowhere/ca.pem')).toContain(
    "no such file or directory, open '/nowhere/ca.pem'",
  )
  expect(await problem('sslmode=require', { database: 'certified' })).toMatch(
    /valid client certificate. Check the user, sslmode and sslcert in DATABASE_URL, and pg_hba.conf/,
  )
  expect(await problem('', { database: 'secret', password: 'wrong' })).toBe(
    `${prefix}password authentication failed for user "merch". Check the user and the password in DATABASE_URL.`,
  )
})

/** Starts a server that responds to the first message of each connection, and records what it receives. */
const fakeServer = async (response: string) => {
  const received: Buffer[] = []
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      if (received.push(bytes) === 1 && response !== '') socket.write(response)
    })
  })
  const fakePort = await listen(server)
  onTestFinished(() => void server.close())
  const url = (query: string) => `postgres://merch:secret@127.0.0.1:${fakePort}/shop?${query}`
  return { url, sent: () => Buffer.concat(received) }
}

/** The message that asks for TLS. It has no content. */
const askForTls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

test.each(['require', 'verify-full'])(
  'with sslmode=%s, a server without TLS receives neither user nor password',
  async (mode) => {
    const { url, sent } = await fakeServer('N')
    const opening = openPostgresStore(url(`sslmode=${mode}`), { poolSize: 2 })
    await expect(opening).rejects.toThrow(
      'does not support SSL connections. Turn on ssl in postgresql.conf, or set another sslmode in DATABASE_URL.',
    )
    expect(sent()).toEqual(askForTls)
  },
)

const shown = ofAllAccounts`select name || ' ' || setting as name from pg_settings
  where name in ('statement_timeout', 'jit') order by name`

test('application_name and options apply', async () => {
  expect((await connectionTo(urlOf(''))).name).toBe('merch')
  expect((await connectionTo(urlOf('application_name=till'))).name).toBe('till')
  const url = urlOf('application_name=pool&options=-c%20statement_timeout%3D1234')
  const store = await openPostgresStore(url, { poolSize: 1 })
  onTestFinished(() => store.close())
  expect(await store.all(shown)).toEqual([{ name: 'jit off' }, { name: 'statement_timeout 1234' }])
})

test('a statement of a command may take a minute, one of the server four seconds', async () => {
  const postgres = { url: cluster.urlOf('shop'), poolSize: 1 }
  const opened = [
    await openStore({ databaseFile: '', postgres }),
    await openStore({ databaseFile: '', postgres }, { isServer: true }),
  ]
  const settings = await Promise.all(opened.map((store) => store.all(shown)))
  await Promise.all(opened.map((store) => store.close()))
  expect(settings.map(([, timeout]) => timeout)).toEqual([
    { name: 'statement_timeout 60000' },
    { name: 'statement_timeout 4000' },
  ])
})
