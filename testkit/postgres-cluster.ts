import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { makeTemporaryFolder } from './temporary-folder.ts'

const oldestVersion = 15

/** Folders of Debian's packages, newest first. */
const debianFolders = (): string[] => {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  return versions
    .filter((version) => Number(version) >= oldestVersion)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
}

/** The folder of PostgreSQL's programs. Undefined if they are not installed. */
export const postgresPrograms: string | undefined = [
  ...debianFolders(),
  ...(process.env.PATH ?? '').split(delimiter),
].find((folder) => existsSync(join(folder, 'initdb')))

/** PostgreSQL does not run as root. Its Debian package creates a user. */
const unprivileged = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const owner = 'merch'

/** Settings for data that need not survive a crash. */
const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** The databases of a PostgreSQL server. */
export type PostgresDatabases = {
  /** The folder of the server's Unix socket. */
  socket: string
  /** Returns the URL of a database. */
  urlOf(database: string): string
  /** Creates a database, as a copy of another if one is named. */
  create(database: string, template?: string): Promise<void>
  drop(database: string): Promise<void>
  /** Runs SQL in a database as its owner. Returns the rows. */
  query(database: string, text: string): Promise<Record<string, unknown>[]>
}

/** Returns functions for the databases of a server that listens on a socket. */
export const databasesOf = (socket: string): PostgresDatabases => {
  const query = async (database: string, text: string) => {
    const client = new Client({ host: socket, user: owner, database })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  return {
    socket,
    urlOf: (database) => `postgres://${owner}@/${database}?host=${encodeURIComponent(socket)}`,
    create: async (database, template = 'template0') => {
      await query('postgres', `create database "${database}" template "${template}"`)
    },
    drop: async (database) => {
      await query('postgres', `drop database "${database}" with (force)`)
    },
    query,
  }
}

/** A PostgreSQL server of its own, in a temporary folder. */
export type PostgresCluster = PostgresDatabases & {
  /** Ends the server as `pg_ctl stop` does, or as a crash does. */
  stopServer(mode?: 'fast' | 'immediate'): Promise<void>
  startServer(): Promise<void>
  /** Ends the server and deletes its data. */
  stop(): Promise<void>
}

const ready = /ready to accept connections/

/** Waits until the server accepts connections. @throws if it ends before. */
const accepting = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const lines: string[] = []
    if (server.stderr)
      createInterface(server.stderr).on('line', (line) => {
        lines.push(line)
        if (ready.test(line)) resolve()
      })
    server.once('exit', () => reject(new Error(`PostgreSQL has ended: ${lines.join('\n')}`)))
  })

type Options = {
  /** Settings of the server, such as `max_connections=20`. */
  settings?: readonly string[]
  /** Whether commits are written to disk, so that they survive a crash. */
  isDurable?: boolean
}

/**
 * Starts a PostgreSQL server that listens on a Unix socket alone.
 * @throws if its programs are not installed.
 */
export const startPostgresCluster = async ({
  settings = [],
  isDurable = false,
}: Options = {}): Promise<PostgresCluster> => {
  const programs = postgresPrograms
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  const user = unprivileged()
  const folder = makeTemporaryFolder()
  const [data, socket] = [join(folder.path, 'data'), join(folder.path, 'socket')]
  mkdirSync(socket)
  chmodSync(folder.path, 0o755)
  if (user) for (const path of [folder.path, socket]) chownSync(path, user.uid, user.gid)
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', owner, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder.path, stdio: 'ignore' },
  )
  const given = [
    'listen_addresses=',
    `unix_socket_directories=${socket}`,
    'max_connections=300',
    'shared_buffers=64MB',
    ...(isDurable ? [] : fast),
    ...settings,
  ]
  let server: ChildProcess | undefined
  const startServer = async () => {
    const started = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...given.flatMap((setting) => ['-c', setting])],
      { ...user, cwd: folder.path, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    server = started
    await accepting(started)
  }
  const stopServer = async (mode: 'fast' | 'immediate' = 'fast') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
  await startServer()
  return {
    ...databasesOf(socket),
    stopServer,
    startServer,
    stop: async () => {
      await stopServer('immediate')
      folder.remove()
    },
  }
}
