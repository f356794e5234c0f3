import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { components } from '../../generated/types.ts'
import { decoded, startMailServer } from '../../testkit/mail-server.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { toId } from '../domain/ids.ts'
import { listen } from '../http/http-server.ts'
import { outboxMailer, smtpMailer } from './mailer.ts'

const invite: components['schemas']['Invite'] = {
  _id: 'inv_1',
  slug: 'the-slug',
  inviteNumber: 'INV-1',
  status: 'UNUSED',
  email: 'zoe@example.com',
  firstName: 'Zoë <b>',
  lastName: 'Berg',
  companyName: 'Harbor & Pine',
  expiresAt: '2027-06-30T23:59:59Z',
  emailNotificationSent: false,
  createdAt: '2026-11-20T00:00:00Z',
}
const url = 'https://redeem.example.com/i/the-slug'
const from = 'Invites <invites@example.com>'
const sender = { name: 'Harbor & Pine', color: null, campaign: 'New starter kit' }

test('an invite is sent as plain text and HTML, with its link in both', async () => {
  const { smtp, mails } = await startMailServer()
  const { log } = recordingLog()
  expect(await smtpMailer({ url: smtp, from, log }).sendInvite(invite, url, sender)).toBe(true)
  const [mail] = mails
  expect([mail?.from, mail?.to]).toEqual(['invites@example.com', ['zoe@example.com']])
  const raw = decoded(mail?.raw ?? '')
  expect(raw).toContain('From: "Harbor & Pine" <invites@example.com>')
  expect(raw).toContain('Subject: Harbor & Pine has a gift for you: New starter kit')
  expect(raw).toContain('Hi Zoë <b>,')
  expect(raw).toContain('<p>Hi Zoë &lt;b&gt;,</p>')
  expect(raw.split(url).length - 1).toBe(3)
  expect(raw).toContain('30 June 2027 (UTC)')
})

test('a name cannot add a header or a recipient', async () => {
  const { smtp, mails } = await startMailServer()
  const { log } = recordingLog()
  const sly = { ...sender, name: 'X\r\nBcc: all@example.com' }
  const named = { ...invite, firstName: 'A\r\n\r\nB' }
  await smtpMailer({ url: smtp, from, log }).sendInvite(named, url, sly)
  expect(mails[0]?.to).toEqual(['zoe@example.com'])
  const [headers] = mails[0]?.raw.split(/\r?\n\r?\n/) ?? []
  expect(headers).toMatch(/^Subject: X Bcc:/im)
  expect(headers).not.toMatch(/^Bcc:/im)
  expect(decoded(mails[0]?.raw ?? '')).toContain('Hi A B,')
})

test('an email that the server rejects is logged with the reason, without the address', async () => {
  const { smtp } = await startMailServer({
    onRcptTo: (_address, _session, done) => done(new Error('550 no such mailbox')),
  })
  const { log, lines } = recordingLog()
  expect(await smtpMailer({ url: smtp, from, log }).sendInvite(invite, url, sender)).toBe(false)
  expect(lines.join('')).toMatch(/550 no such mailbox.*email could not be sent/)
  expect(lines.join('')).not.toContain(invite.email)
})

test('an SMTP server that never responds causes a timeout, and its connection is closed', async () => {
  const silent = createServer((socket) => socket.resume())
  const connected = once(silent, 'connection')
  const port = await listen(silent, 0, '127.0.0.1')
  onTestFinished(() => {
    silent.close()
  })
  const { log, lines } = recordingLog()
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from, log, milliseconds: 100 })
  expect(await mailer.sendInvite(invite, url, sender)).toBe(false)
  expect(lines.join('')).toContain('no response within 0.1 seconds')
  const [socket] = await connected
  await expect.poll(() => socket.destroyed, { timeout: 5000 }).toBe(true)
})

test('an email to sign in has the sender of MAIL_FROM, and says how long its link works', async () => {
  const folder = temporaryFolder()
  const { log } = recordingLog()
  const account = { id: toId('acc', 'acc_1'), name: 'Pine', email: 'zoe@example.com' }
  await outboxMailer({ folder, from, log }).sendSignInLink(account, url)
  const eml = decoded(readFileSync(join(folder, 'acc_1.eml'), 'utf8'))
  expect(eml).toMatch(/^From: Invites <invites@example.com>\r\nTo: zoe@example.com\r\n/)
  expect(eml).toContain('The link works once, within 15 minutes.')
})

test('without an SMTP server the invite is written to the outbox and not sent', async () => {
  const folder = join(temporaryFolder(), 'outbox')
  const { log, lines } = recordingLog()
  expect(await outboxMailer({ folder, from, log }).sendInvite(invite, url, sender)).toBe(false)
  expect(readdirSync(folder)).toEqual(['inv_1.eml'])
  const eml = decoded(readFileSync(join(folder, 'inv_1.eml'), 'utf8'))
  expect(eml).toMatch(/^From: "Harbor & Pine" <invites@example.com>\r\nTo: zoe@example.com\r\n/)
  expect(eml).toContain(url)
  expect(lines.join('')).toContain('email written to the outbox')
  const modes = [folder, join(folder, 'inv_1.eml')].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
})
