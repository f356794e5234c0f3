import type { Command } from '@commander-js/extra-typings'
import { listSettings } from '../config.ts'
import { asList, printThings } from './command.ts'

export const addConfig = (merch: Command): void => {
  asList(merch.command('config'))
    .description('Print each setting, its value and its source. Secrets are masked.')
    .action((options) => printThings(listSettings(), '', options))
}
