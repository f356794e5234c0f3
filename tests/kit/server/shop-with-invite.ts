import type { components } from '../../../generated/types.ts'
import { InviteCreated } from '../../../generated/zod/schemas.ts'
import { recipientBrowser } from './recipient-browser.ts'
import type { TestServer } from './test-server.ts'
import { testShop } from './test-shop.ts'

type InviteCreate = components['schemas']['InviteCreate']

/** Creates an invite. Returns it with its recipient's browser, which has opened no page yet. */
export const inviteRecipient = async (
  server: Pick<TestServer, 'request'>,
  campaignId: string,
  more: Partial<InviteCreate> = {},
  key?: string,
) => {
  const json: InviteCreate = { campaignId, sendEmailNotification: false, ...more }
  const response = await server.request({
    method: 'POST',
    path: '/v1/invites/create',
    json,
    ...(key === undefined ? {} : { key }),
  })
  const { invite } = InviteCreated.parse(response.body)
  return { invite, recipient: recipientBrowser(server, invite.slug) }
}

export const shopWithInvite = async (
  options: Parameters<typeof testShop>[0] = {},
  more: Partial<InviteCreate> = {},
  environment: Record<string, string> = {},
) => {
  const made = await testShop(options, { environment })
  return { ...made, ...(await inviteRecipient(made.server, made.campaign, more)) }
}
