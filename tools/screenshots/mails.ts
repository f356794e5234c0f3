import { inviteMessage } from '../../server/email/invite-message.ts'
import type { EmailContent } from '../../server/email/render-email.ts'
import { signInMessage } from '../../server/email/sign-in-message.ts'
import { drawLogo } from './demo-logo.ts'
import type { State, Surface } from './surface.ts'

const url = 'https://redeem.example.com/i/kT3mXq9vB2'

const invite = {
  _id: 'inv_019a91f0c2d47b31a5e6c7d8f9010a1b',
  slug: 'kT3mXq9vB2',
  inviteNumber: 'INV-1',
  status: 'UNUSED',
  email: 'noor@example.com',
  firstName: 'Noor',
  lastName: 'Haddad',
  companyName: '',
  expiresAt: '2027-06-30T23:59:59Z',
  emailNotificationSent: true,
  createdAt: '2026-11-20T00:00:00Z',
} as const

const sender = { name: 'Harbor & Pine', campaign: 'New starter kit' }

const dataUrl = ({ content, contentType }: { content: Buffer; contentType: string }): string =>
  `data:${contentType};base64,${content.toString('base64')}`

/** A mail as a mail program shows it, with its pictures. */
const mail = (name: string, { html, attachments = [] }: EmailContent): State => ({
  name,
  show: (page) =>
    page.setContent(
      attachments.reduce(
        (text, attachment) => text.replaceAll(`cid:${attachment.cid}`, dataUrl(attachment)),
        html,
      ),
    ),
})

/** The HTML of every mail. */
export const openMails = async (): Promise<Surface> => ({
  close: async () => {},
  states: [
    mail(
      'invite',
      inviteMessage(invite, url, { ...sender, logo: { file: 'logo.png', bytes: drawLogo() } }),
    ),
    mail('invite-without-logo', inviteMessage({ ...invite, firstName: '' }, url, sender)),
    mail('sign-in', signInMessage(sender.name, 'https://merch.example.com/portal/sign-in/x')),
  ],
})
