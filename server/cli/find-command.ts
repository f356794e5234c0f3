import type { CommandDef } from 'citty'

type Found = {
  command: CommandDef
  /** The words that lead to it. */
  path: readonly string[]
  /** What follows them. */
  rest: readonly string[]
}

/** Follows words into a command as far as they lead. */
export const findCommand = async (
  command: CommandDef,
  words: readonly string[],
  path: readonly string[],
): Promise<Found> => {
  const [word = '', ...rest] = words
  const { subCommands } = command
  const commands = await (typeof subCommands === 'function' ? subCommands() : subCommands)
  const next = commands && Object.hasOwn(commands, word) ? commands[word] : undefined
  if (!next) return { command, path, rest: words }
  return findCommand(await (typeof next === 'function' ? next() : next), rest, [...path, word])
}
