import { expect, inject, test } from 'vitest'
import { decoded, startMailServer } from '../../tests/kit/mail-server.ts'
import { recipientBrowser } from '../../tests/kit/server/recipient-browser.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { testShop } from '../../tests/kit/server/test-shop.ts'
import { toId } from '../domain/ids.ts'
import { listInviteChanges } from '../store/invites.ts'

/** A shop with a mail server, and a terminal whose commands use both. */
const setUp = async () => {
  const { server, campaign } = await testShop({ expiresIn: 400 * 86_400_000 })
  const at = terminal(undefined, server.database.url)
  const { smtp, mails } = await startMailServer()
  Object.assign(process.env, { SMTP_URL: smtp, REDEEM_URL: server.url })
  /** Imports a file. Returns the links of the people. */
  const invite = async (csv: string, ...options: string[]) => {
    const file = at.write('people.csv', csv)
    const result = await at.merch('invites', 'import', file, '--campaign', campaign, ...options)
    const rows = result.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    return { ...result, links: new Map(rows.map(([, email = '', url = '']) => [email, url])) }
  }
  const list = (...options: string[]) => at.ok('invites', 'list', ...options)
  const openLink = (link = '') => recipientBrowser(server, link.split('/').at(-1) ?? '').open()
  return { ...at, server, campaign, mails, invite, list, openLink }
}

test('people of a file are invited and emailed once, and a dry run writes nothing', async () => {
  const { invite, list, mails, openLink } = await setUp()
  const csv = 'Email;FirstName;companyName\nzoe@example.com;Zoë;=1+1\nMax@example.com;;\n'
  expect(await invite(csv, '--dry-run')).toMatchObject({
    status: 0,
    stdout: '',
    stderr: 'Dry run: nothing was written. It would invite 2 people. Already invited: 0.\n',
  })
  expect([await list(), mails]).toEqual(['', []])
  const { links, stderr } = await invite(csv)
  expect(stderr).toBe('Invited 2 people. Already invited: 0.\nSent 2 emails. Not sent: 0.\n')
  expect(mails.map(({ to }) => to)).toEqual([['zoe@example.com'], ['Max@example.com']])
  expect(decoded(mails[0]?.raw ?? '')).toContain(`Hi Zoë,`)
  for (const [i, [email, link]] of [...links].entries()) {
    expect(decoded(mails[i]?.raw ?? ''), email).toContain(link)
    expect((await openLink(link)).status).toBe(200)
  }
  const again = await invite(`${csv}ann@example.com;;\n`, '--no-email', '--until', '2999-01-01')
  expect(again.stderr).toBe('Invited 1 person. Already invited: 2.\n')
  expect(mails).toHaveLength(2)
  expect((await list('--format', 'csv')).split('\n')[1]).toMatch(
    /^INV-100001,inv_\w+,unused,zoe@example\.com,Zoë,\d{4}-.*Z,yes$/,
  )
  expect(await list('--state', 'unused', '--json')).toMatch(/"email":"ann.*"emailed":"no"}$/m)
  expect(await list('--links')).toContain(`\tno\t${again.links.get('ann@example.com')}\n`)
})

test('two imports of a file at the same moment invite each person once', async () => {
  const { merch, list, write, campaign } = await setUp()
  // More than a page of a list. PostgreSQL takes longer for each.
  const length = inject('postgresSocket') === undefined ? 1001 : 50
  const people = Array.from({ length }, (_, i) => `p${i}@example.com`)
  const file = write('people.csv', ['email', ...people].join('\n'))
  const run = () => merch('invites', 'import', file, '--campaign', campaign, '--no-email')
  await Promise.all([run(), run()])
  const invited = (await list()).trim().split('\n')
  expect(invited.map((line) => line.split('\t')[3]).toSorted()).toEqual(people.toSorted())
})

test('a file with a problem invites no one, and names each problem with its line', async () => {
  const { invite, list, merch, write, server, campaign } = await setUp()
  const { status, stderr } = await invite(
    'email,firstName\nzoe@example.com,Zoe\nnobody,\n,Max\nZOE@example.com,\n',
  )
  expect([status, await list()]).toEqual([1, ''])
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^people\.csv:3:1: email /),
    expect.stringMatching(/^people\.csv:4:1: email /),
    'people.csv:5:1: email is also on line 2',
    '3 problems. No one was invited.',
    '',
  ])
  expect((await invite('email,age\na@example.com,7\n')).stderr).toContain('there is no column age')
  const file = write('people.csv', 'email\na@example.com\n')
  expect((await merch('invites', 'import', file, '--campaign', 'cmp_0')).stderr).toMatch(
    /^No campaign cmp_0\. /,
  )
  expect((await invite('email\na@example.com\n', '--until', '2020-01-01')).stderr).toBe(
    '--until must be in the future\n',
  )
  await server.database.query(`update campaigns set expiration = '2020-01-01T00:00:00.000Z'`)
  expect((await merch('invites', 'import', file, '--campaign', campaign)).stderr).toBe(
    'The campaign has expired. No one was invited.\n',
  )
})

test('an invite is withdrawn, extended and emailed again, and its history says who did it', async () => {
  const { invite, list, merch, ok, mails, openLink, server, campaign } = await setUp()
  const { links } = await invite('email\na@example.com\nb@example.com\n', '--no-email')
  const [a, b] = [...links.values()]
  const until = '2999-01-01'
  expect(await merch('invites', 'extend', 'INV-100002', '--until', until)).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^INV-100002 expires at \S+Z, the end of its campaign\n$/),
  })
  expect((await merch('invites', 'extend', 'INV-100002', '--until', '2020-01-01')).stderr).toBe(
    'INV-100002: The end must be in the future\n',
  )
  const withdrawn = (await ok('invites', 'withdraw', ' A@example.com')).trim()
  const page = await openLink(a)
  expect([page.status, page.text]).toEqual([410, expect.stringContaining('withdrew this invite')])
  expect((await openLink(b)).status).toBe(200)
  for (const [command, said] of [
    ['withdraw', ''],
    ['resend', 'Sent 0 emails. Not sent: 0.\n'],
  ] as const)
    expect(await merch('invites', command, withdrawn)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(RegExp(`^\\S+: Invite is withdrawn\n${said}$`)),
    })
  expect(await list('--state', 'withdrawn')).toContain(`${withdrawn}\twithdrawn\ta@example.com`)

  expect((await merch('invites', 'resend', '--unsent', campaign)).stderr).toBe(
    'Sent 1 email. Not sent: 0.\n',
  )
  expect(mails.map(({ to }) => to)).toEqual([['b@example.com']])
  expect((await merch('invites', 'resend')).stderr).toMatch(/^Pass an invite, or --unsent /)
  expect((await merch('invites', 'resend', 'b@example.com')).status).toBe(0)
  const [, sent = ''] = (await list('--state', 'unused')).split('\t')
  const changes = await listInviteChanges(
    server.store,
    toId('acc', server.account),
    toId('inv', sent),
  )
  expect(changes).toEqual(
    ['created', 'extended to 2999-01-01T23:59:59.999Z', 'email sent', 'email sent'].map((change) =>
      expect.objectContaining({ change, actor: expect.stringMatching(/^command /) }),
    ),
  )
  process.env.SMTP_URL = 'smtp://127.0.0.1:1'
  const failed = await merch('invites', 'resend', 'b@example.com')
  expect([failed.status, failed.stderr]).toEqual([
    1,
    expect.stringContaining(
      `Sent 0 emails. Not sent: 1. Send them with: merch invites resend --unsent ${campaign}`,
    ),
  ])
})
