import type { Command } from '@commander-js/extra-typings'
import { listSettings } from '../config.ts'
import { jsonOption, printThings, wideOption } from './command.ts'

/** Adds the command that shows the settings. */
export const addConfig = (merch: Command): void => {
  merch
    .command('config')
    .description('Print each setting, its value and its source. Secrets are masked.')
    .option(...jsonOption)
    .option(...wideOption)
    .action((options) => printThings(listSettings(), '', options))
}
