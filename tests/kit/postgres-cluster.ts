import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, TypeOverrides } from 'pg'
import { makeTemporaryFolder } from './temporary-folder.ts'

const oldestVersion = 15
const defaultPort = 5432

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

export type PostgresDatabases = {
  /** The folder of the server's Unix socket. */
  socket: string
  urlOf(database: string): string
  /** Creates a database, as a copy of another if one is named. */
  create(database: string, template?: string): Promise<void>
  drop(database: string): Promise<void>
  /** Runs SQL in a database as its owner. Returns the rows. */
  query(database: string, text: string): Promise<Record<string, unknown>[]>
}

/** Integers are numbers, not texts. */
const types = new TypeOverrides()
types.setTypeParser(20, Number)

/** Returns functions for the databases of a server that listens on a socket. */
export const databasesOf = (socket: string, port = defaultPort): PostgresDatabases => {
  const query = async (database: string, text: string) => {
    const client = new Client({ host: socket, port, user: owner, database, types })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  return {
    socket,
    urlOf: (database) =>
      `postgres://${owner}@/${database}?host=${encodeURIComponent(socket)}&port=${port}`,
    create: async (database, template = 'template0') => {
      // By default, each block is also written to the log.
      const from = `template "${template}" strategy file_copy`
      await query('postgres', `create database "${database}" ${from}`)
    },
    drop: async (database) => {
      await query('postgres', `drop database "${database}" with (force)`)
    },
    query,
  }
}

/** Ends as `pg_ctl stop` does, as a crash does, or as `kill -9` of the main process does. */
type StopMode = 'fast' | 'immediate' | 'kill'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

/** A PostgreSQL server of its own, in a temporary folder. */
export type PostgresCluster = PostgresDatabases & {
  stopServer(mode?: StopMode): Promise<void>
  /** Does nothing if it runs. */
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

type ClusterOptions = {
  /** Settings of the server, such as `max_connections=20`. */
  settings?: readonly string[]
  /** Whether commits are written to disk, so that they survive a crash. */
  isDurable?: boolean
  /** A port of 127.0.0.1 where it listens, besides its Unix socket. */
  port?: number
  /** Lines of `pg_hba.conf`, before those that trust every user. */
  access?: readonly string[]
  /** Files in the folder of its data, such as certificates and keys, by name. */
  files?: Readonly<Record<string, string>>
}

type User = { uid: number; gid: number } | undefined

/** Creates a folder for data and one for a socket, which PostgreSQL's user owns. */
const makeFolders = (user: User) => {
  const { path, remove } = makeTemporaryFolder()
  const [data, socket] = [join(path, 'data'), join(path, 'socket')]
  mkdirSync(socket)
  chmodSync(path, 0o755)
  if (user) for (const each of [path, socket]) chownSync(each, user.uid, user.gid)
  return { path, data, socket, remove }
}

/**
 * Starts a new PostgreSQL server, which listens on a Unix socket.
 * @throws if its programs are not installed.
 */
export const startPostgresCluster = async (
  options: ClusterOptions = {},
): Promise<PostgresCluster> => {
  const { settings = [], isDurable = false, port, access = [], files = {} } = options
  const programs = postgresPrograms
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  const user = unprivileged()
  const { data, socket, path: cwd, remove } = makeFolders(user)
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', owner, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd, stdio: 'ignore' },
  )
  const rules = join(data, 'pg_hba.conf')
  if (access.length > 0) writeFileSync(rules, [...access, readFileSync(rules, 'utf8')].join('\n'))
  for (const [name, content] of Object.entries(files)) {
    const file = join(data, name)
    writeFileSync(file, content, { mode: 0o600 })
    if (user) chownSync(file, user.uid, user.gid)
  }
  const given = [
    ...(port === undefined
      ? ['listen_addresses=']
      : ['listen_addresses=127.0.0.1', `port=${port}`]),
    `unix_socket_directories=${socket}`,
    'max_connections=300',
    'shared_buffers=64MB',
    ...(isDurable ? [] : fast),
    ...settings,
  ]
  let server: ChildProcess | undefined
  const hasEnded = () => !server || server.exitCode !== null || server.signalCode !== null
  const startServer = async () => {
    if (!hasEnded()) return
    const started = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...given.flatMap((setting) => ['-c', setting])],
      { ...user, cwd, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    server = started
    await accepting(started)
  }
  const stopServer = async (mode: StopMode = 'fast') => {
    if (!server || hasEnded()) return
    // Its other processes have ended too when the output is closed.
    const ended = once(server, 'close')
    server.kill(signals[mode])
    await ended
  }
  const kill = () => void server?.kill(signals.immediate)
  process.once('exit', kill)
  await startServer()
  return {
    ...databasesOf(socket, port),
    stopServer,
    startServer,
    stop: async () => {
      process.off('exit', kill)
      await stopServer('immediate')
      remove()
    },
  }
}
