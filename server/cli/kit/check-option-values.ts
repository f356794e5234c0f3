import type { CommandUnknownOpts } from '@commander-js/extra-typings'

/** Characters that would break "one result per line", or control a terminal, when a value is printed. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Rejects option values that Commander accepts: empty text, another option's name, control characters. */
export const checkOptionValues = (command: CommandUnknownOpts): void => {
  for (const option of command.options) {
    const value = command.getOptionValue(option.attributeName())
    if (typeof value !== 'string') continue
    if (value.trim() === '' || value.startsWith('--'))
      command.error(`error: option '${option.flags}' argument missing`)
    if (control.test(value))
      command.error(
        `error: option '${option.flags}' argument must be one line without control characters`,
      )
  }
}
