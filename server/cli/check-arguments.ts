import type { ArgsDef } from 'citty'
import { CommandFailure } from './command-failure.ts'

/** What would break “one thing per line”, or steer a terminal, wherever it is printed again. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u

const checkOption = (name: string, value: unknown): void => {
  if (typeof value !== 'string' || value.trim() === '' || value.startsWith('--'))
    throw new CommandFailure(
      `--${name} needs a value: write --${name} TEXT, in quotes if it has spaces`,
    )
  if (control.test(value))
    throw new CommandFailure(
      `--${name} must be one line: leave out line feeds and other control characters`,
    )
}

/** citty tells `--dry-run` under both its names. */
const camelCase = (name: string): string =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())

const checkUnknown = (given: object, known: ArgsDef): void => {
  const names = new Set(Object.keys(known).flatMap((name) => [name, camelCase(name)]))
  for (const name of Object.keys(given))
    if (name !== '_' && !names.has(name))
      throw new CommandFailure(`There is no option ${name.length === 1 ? '-' : '--'}${name}`)
}

const checkPositionals = (given: readonly string[], known: ArgsDef): void => {
  const places = Object.values(known).filter(({ type }) => type === 'positional')
  const extra = given[places.length]
  if (extra !== undefined)
    throw new CommandFailure(
      `There is no place for ${JSON.stringify(extra)}: put a value that has spaces in quotes`,
    )
}

/**
 * Holds what was given against what a command takes, since citty lets anything pass.
 * @throws {CommandFailure} for what the command does not take, and for options without a value.
 */
export const checkArguments = (given: { _: readonly string[] }, known: ArgsDef): void => {
  checkUnknown(given, known)
  checkPositionals(given._, known)
  for (const [name, { type }] of Object.entries(known))
    if (type === 'string' && name in given) checkOption(name, Reflect.get(given, name))
}
