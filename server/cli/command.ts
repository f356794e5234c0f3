import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs } from 'citty'
import { readConfig } from '../config.ts'
import { explainError } from '../process/explain-error.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import type { Store } from '../store/store.ts'
import { checkArguments } from './check-arguments.ts'
import { CommandFailure } from './command-failure.ts'

/** Prints a result: one thing a line, on standard output. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Says something that is not a result, on standard error. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** What the usage of a command ends with, if there is more to say than what its arguments are. */
export const moreHelp = new WeakMap<object, string>()

type Options<T extends ArgsDef> = {
  name: string
  description: string
  args: T
  /** What its usage ends with. */
  more?: string
}

type PlainOptions<T extends ArgsDef> = Options<T> & { run: (args: ParsedArgs<T>) => Promise<void> }

/** A command whose failures are said in one line, as far as somebody can do something about them. */
export const plainCommand = <const T extends ArgsDef>(options: PlainOptions<T>): CommandDef<T> => {
  const command = defineCommand({
    meta: { name: options.name, description: options.description },
    args: options.args,
    run: async ({ args }) => {
      try {
        checkArguments(args, options.args)
        await options.run(args)
      } catch (error) {
        say(error instanceof CommandFailure ? error.message : explainError(error))
        process.exitCode = 1
      }
    },
  })
  if (options.more !== undefined) moreHelp.set(command, options.more)
  return command
}

type StoreOptions<T extends ArgsDef> = Options<T> & {
  run: (store: Store, args: ParsedArgs<T>) => Promise<void>
}

/** A command that works on the store that the environment names. */
export const storeCommand = <const T extends ArgsDef>(options: StoreOptions<T>): CommandDef<T> =>
  plainCommand({
    ...options,
    run: async (args) => {
      const store = await openSqliteStore(readConfig().databaseFile)
      try {
        await options.run(store, args)
      } finally {
        await store.close()
      }
    },
  })
