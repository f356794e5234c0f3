import { defineCommand } from 'citty'
import { listen } from './listen.ts'
import { trigger } from './trigger.ts'

export const webhooks = defineCommand({
  meta: { name: 'webhooks', description: 'Events on a developer’s own machine' },
  subCommands: { listen, trigger },
})
