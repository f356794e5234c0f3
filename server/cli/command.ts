import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs } from 'citty'
import { ConfigError, readConfig } from '../config.ts'
import { openSqliteStore, StoreError } from '../store/sqlite-store.ts'
import type { Store } from '../store/store.ts'

/** Something that the person at the terminal can mend; the message says how. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
}

/** Prints a result: one thing a line, on standard output. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Says something that is not a result, on standard error. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const isExpected = (error: unknown): error is Error =>
  error instanceof CommandFailure || error instanceof ConfigError || error instanceof StoreError

const refuseUnknown = (given: object, known: ArgsDef): void => {
  for (const name of Object.keys(given))
    if (name !== '_' && !(name in known)) throw new CommandFailure(`There is no option --${name}`)
}

type Options<T extends ArgsDef> = {
  name: string
  description: string
  args: T
  run: (store: Store, args: ParsedArgs<T>) => Promise<void>
}

/** A command that works on the store that the environment names. */
export const storeCommand = <const T extends ArgsDef>(options: Options<T>): CommandDef<T> =>
  defineCommand({
    meta: { name: options.name, description: options.description },
    args: options.args,
    run: async ({ args }) => {
      try {
        refuseUnknown(args, options.args)
        const store = await openSqliteStore(readConfig().databaseFile)
        try {
          await options.run(store, args)
        } finally {
          await store.close()
        }
      } catch (error) {
        if (!isExpected(error)) throw error
        say(error.message)
        process.exitCode = 1
      }
    },
  })
