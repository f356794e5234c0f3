import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Client } from 'pg'
import { compile, rowLiterals } from '../engine/compile.ts'
import type { Statement, Values } from '../statement.ts'
import type { Tables } from '../tables.ts'
import type { Connected } from './connector.ts'
import { postgresDialect } from './dialect.ts'
import { toStoreError } from './to-fault.ts'

/** Builds SQL and never runs it. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** @throws {TypeError} if PostgreSQL has no such type. */
const bindable = (value: unknown): string | number | null => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new TypeError(`PostgreSQL cannot bind ${typeof value}`)
}

type Prepared = {
  name: string
  text: string
  bind: (values: Values) => (string | number | null)[]
  /** Set by the first result, which names the columns. */
  literals?: ReturnType<typeof rowLiterals>
}

/** The statements of a store by name. Each connection prepares those that it runs, once. */
export class PreparedStatements {
  readonly #prepared = new Map<unknown, Prepared | undefined>()

  /** Returns undefined if PostgreSQL does not need the statement. */
  of(statement: Statement<never, unknown>): Prepared | undefined {
    const found = this.#prepared.get(statement)
    if (found || this.#prepared.has(statement)) return found
    const compiled = compile(statement, builder, postgresDialect, bindable)
    const prepared = compiled && {
      name: `s${this.#prepared.size}`,
      text: compiled.sql,
      bind: compiled.bind,
    }
    this.#prepared.set(statement, prepared)
    return prepared
  }
}

/** A connection to PostgreSQL. Statements are sent at once, without waiting for those before them. */
export class PostgresConnection {
  #isCorked = false
  readonly #client: Client
  readonly #statements: PreparedStatements
  /** The server process that serves it. */
  readonly pid: number
  #waiting = 0
  #waitsSince = 0
  isLost = false
  /** Whether it must run no more transactions. */
  isRetired = false

  /** @param onLost called when the connection ends. */
  constructor(
    { client, pid }: Connected,
    statements: PreparedStatements,
    onLost: (connection: PostgresConnection) => void,
  ) {
    this.#client = client
    this.pid = pid
    this.#statements = statements
    client.on('end', () => {
      this.isLost = true
      onLost(this)
    })
  }

  /** When the last response came, or the oldest statement without one was sent. Infinity if there is none. */
  get waitsSince(): number {
    return this.#waiting > 0 ? this.#waitsSince : Number.POSITIVE_INFINITY
  }

  /** Returns all rows as plain objects. */
  async all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]> {
    const prepared = this.#statements.of(statement)
    if (!prepared) return []
    const { rows, fields } = await this.#run(prepared, values)
    prepared.literals ??= rowLiterals(
      fields.map(({ name }) => name),
      statement.codecs,
    )
    return prepared.literals(rows)
  }

  /** Runs a statement and returns the number of changed rows. */
  async run<P extends Values>(statement: Statement<P, unknown>, values: P): Promise<number> {
    const prepared = this.#statements.of(statement)
    return prepared ? ((await this.#run(prepared, values)).rowCount ?? 0) : 0
  }

  /** Runs a command such as `commit`. Returns the command that PostgreSQL ran. */
  async command(text: string): Promise<string> {
    return (await this.#send({ text })).command
  }

  /** Closes the connection when its statements have ended. */
  async end(): Promise<void> {
    this.isRetired = true
    await this.#client.end()
  }

  /** Closes the connection at once, because it is dead. */
  drop(): void {
    this.#client.connection.stream.destroy()
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.isLost = true
    this.isRetired = true
    this.#client.connection.stream.destroy()
  }

  #run({ name, text, bind }: Prepared, values: Values) {
    return this.#send({ name, text, values: bind(values) })
  }

  async #send(query: { name?: string; text: string; values?: (string | number | null)[] }) {
    if (this.#waiting++ === 0) this.#waitsSince = performance.now()
    this.#cork()
    try {
      return await this.#client.query({ ...query, rowMode: 'array' })
    } catch (error) {
      throw toStoreError(error, query.text)
    } finally {
      this.#waiting--
      this.#waitsSince = performance.now()
    }
  }

  /** Writes the statements of this turn of the event loop to the socket at once. */
  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = this.#client.connection
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}
