import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { decoded, startMailServer } from '../../tests/kit/mail-server.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { toId } from '../domain/ids.ts'
import { listen } from '../http/http-server.ts'
import { outboxMailer, smtpMailer } from './mailer.ts'
import { type InviteToSend, inviteMessage } from './messages.ts'

const invite: InviteToSend = {
  id: toId('inv', 'inv_1'),
  email: 'zoe@example.com',
  firstName: 'Zoë <b>',
  expiresAt: '2027-06-30T23:59:59Z',
  sender: { name: 'Harbor & Pine', color: '#123456' },
  campaign: { name: 'New starter kit', expiration: '2028-01-31T23:59:59Z' },
}
const url = 'https://redeem.example.com/i/the-slug'
const from = 'Invites <invites@example.com>'
const service = { name: 'Gifts <& Co>' }
const parts = { from, service }

/** Returns a mailer of an SMTP server that seems remote, with the mails that arrive there and the lines of its log. */
const sending = async (options: Parameters<typeof startMailServer>[0] = {}, more = parts) => {
  const { smtp, mails } = await startMailServer(options)
  const { log, lines } = recordingLog()
  const url = smtp.replace('127.0.0.1', '127.1')
  return { mails, lines, mailer: smtpMailer({ url, ...more, log }) }
}

test('an invite is sent as plain text and HTML, with its link in both', async () => {
  const { mailer, mails } = await sending()
  expect(await mailer.sendInvite(invite, url)).toBe(true)
  const [mail] = mails
  expect([mail?.from, mail?.to]).toEqual(['invites@example.com', ['zoe@example.com']])
  const raw = decoded(mail?.raw ?? '')
  expect(raw).toContain('From: "Harbor & Pine" <invites@example.com>')
  expect(raw).toContain('Subject: Harbor & Pine has a gift for you: New starter kit')
  expect(raw).toContain('Hi Zoë <b>,')
  expect(raw).toContain('<p>Hi Zoë &lt;b&gt;,</p>')
  expect(raw).toContain('border-top: 6px solid #123456')
  expect(raw.split(url).length - 1).toBe(4)
  expect(raw).toMatch(/>https:[^<]*the-slug<\/a>/)
  expect(raw).toMatch(/30 June 2027 at \d\d:\d\d UTC/)
  expect(raw).toContain('Harbor & Pine asked Gifts <& Co> to send this email')
  expect(raw).not.toMatch(/Reply-To|Questions|You pay nothing|\bus\b/)
})

test('with SUPPORT_EMAIL, replies go there, and emails name it', async () => {
  const { service } = readConfig({ SUPPORT_EMAIL: 'help@example.com' })
  const { mailer, mails } = await sending({}, { from, service })
  await mailer.sendInvite(invite, url)
  const raw = decoded(mails[0]?.raw ?? '')
  expect(raw).toMatch(/^Reply-To: help@example.com\r$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(raw.match(/Questions\? Reply to this email or write to help@example.com/g)).toHaveLength(2)
})

test('an invite says when its campaign ends, if that is earlier', () => {
  const campaign = { ...invite.campaign, expiration: '2027-01-31T12:00:00Z' }
  expect(inviteMessage({ ...invite, campaign }, url, service).text).toContain(
    'It expires on 31 January 2027 at 12:00 UTC.',
  )
})

test('a name cannot add a header or a recipient', async () => {
  const { mailer, mails } = await sending()
  const sender = { name: 'X\r\nBcc: all@example.com', color: null }
  const named = { ...invite, sender, firstName: 'A\r\n\r\nB' }
  await mailer.sendInvite(named, url)
  expect(mails[0]?.to).toEqual(['zoe@example.com'])
  const [headers] = mails[0]?.raw.split(/\r?\n\r?\n/) ?? []
  expect(headers).toMatch(/^Subject: X Bcc:/im)
  expect(headers).not.toMatch(/^Bcc:/im)
  expect(decoded(mails[0]?.raw ?? '')).toContain('Hi A B,')
})

test('an email that the server rejects is logged with the reason, without the address', async () => {
  const { mailer, lines } = await sending({
    onRcptTo: (_address, _session, done) => done(new Error('550 no such mailbox')),
  })
  expect(await mailer.sendInvite(invite, url)).toBe(false)
  expect(lines.join('')).toMatch(/550 no such mailbox.*Email could not be sent/)
  expect(lines.join('')).not.toContain(invite.email)
})

test.each([
  // getaddrinfo reads 127.1 as an address of this machine. The mailer does not know it.
  ['127.1', '', 0],
  ['127.1', '?name=shop', 0],
  ['127.1', '?requireTLS=false', 1],
  ['127.0.0.1', '', 1],
])('without TLS, a password is sent to %s%s %i times', async (host, query, expected) => {
  const passwords: unknown[] = []
  const { smtp, mails } = await startMailServer({
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => {
      passwords.push(password)
      done(null, { user: 'u' })
    },
  })
  const url = `${smtp.replace('//127.0.0.1', `//u:secret@${host}`)}${query}`
  const { log, lines } = recordingLog()
  const isSent = await smtpMailer({ url, ...parts, log }).sendInvite(invite, 'https://r.example')
  expect([isSent, passwords.length, mails.length]).toEqual([expected > 0, expected, expected])
  expect(lines.join('').includes('Email could not be sent')).toBe(!isSent)
})

test('an SMTP server that never responds causes a timeout, and its connection is closed', async () => {
  const silent = createServer((socket) => socket.resume())
  const connected = once(silent, 'connection')
  const port = await listen(silent, 0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  const { log, lines } = recordingLog()
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, ...parts, log, milliseconds: 100 })
  expect(await mailer.sendInvite(invite, url)).toBe(false)
  expect(lines.join('')).toContain('no response within 0.1 seconds')
  const [socket] = await connected
  await expect.poll(() => socket.destroyed, { timeout: 5000 }).toBe(true)
})

test('an email to sign in is from the service, names the account, and says how long its link works', async () => {
  const folder = temporaryFolder()
  const { log } = recordingLog()
  const account = { id: 'acc_1', name: 'the account Pine', email: 'zoe@example.com' }
  await outboxMailer({ folder, ...parts, log }).sendSignInLink(account, url)
  const eml = decoded(readFileSync(join(folder, 'acc_1.eml'), 'utf8'))
  expect(eml).toMatch(/^From: "Gifts <& Co>" <invites@example.com>\r\nTo: zoe@example.com\r\n/m)
  expect(eml).toContain('Subject: Sign in to Gifts <& Co>')
  expect(eml).toContain('Someone asked to sign in to the account Pine.')
  expect(eml).toContain('The link works once, within 15 minutes.')
  expect(eml).not.toContain('border-top')
})

test('without an SMTP server the invite is written to the outbox and not sent', async () => {
  const folder = join(temporaryFolder(), 'outbox')
  const { log, lines } = recordingLog()
  expect(await outboxMailer({ folder, ...parts, log }).sendInvite(invite, url)).toBe(false)
  expect(readdirSync(folder)).toEqual(['inv_1.eml'])
  const eml = decoded(readFileSync(join(folder, 'inv_1.eml'), 'utf8'))
  expect(eml).toMatch(/^From: "Harbor & Pine" <invites@example.com>\r\nTo: zoe@example.com\r\n/m)
  expect(eml).toContain(url)
  expect(lines.join('')).toContain('Email written to the outbox')
  const modes = [folder, join(folder, 'inv_1.eml')].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
})
