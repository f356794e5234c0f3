import type { Command } from '@commander-js/extra-typings'
import { addListen } from './listen.ts'
import { addTrigger } from './trigger.ts'

export const addWebhooks = (merch: Command): void => {
  const webhooks = merch
    .command('webhooks')
    .description('Receive and send webhook events on a development machine')
  addListen(webhooks)
  addTrigger(webhooks)
}
