import { basename } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import { z } from 'zod'
import { Email, Text100, Text200 } from '../../generated/zod/schemas.ts'
import type { EventTransaction } from '../actions/actions.ts'
import { addInvite, emailInvite, extendInvite, withdrawInvite } from '../actions/invites.ts'
import { readConfig } from '../config.ts'
import { systemClock, timestamp } from '../domain/clock.ts'
import type { AccountId, CampaignId } from '../domain/ids.ts'
import { closingTime, inviteState, inviteUrl } from '../domain/invite.ts'
import { isRejection, type Rejection, rejectionText } from '../domain/rejection.ts'
import { readRows } from '../imports/files/read-table.ts'
import { createLog } from '../process/log.ts'
import { mailerFor } from '../process/parts-from-config.ts'
import { campaignRows } from '../store/campaigns.ts'
import {
  findHeldInvite,
  findInvitesByName,
  type HeldInvite,
  listInvitedEmails,
  listInvites,
  lockInviteNumbers,
} from '../store/invites.ts'
import { fold } from '../store/statement.ts'
import type { Reader, Store } from '../store/store.ts'
import {
  accountOption,
  asList,
  commandActor,
  counted,
  fail,
  failWith,
  interruptible,
  operatorActions,
  print,
  printThings,
  resolveAccount,
  say,
  withStore,
} from './command.ts'
import { startOfDay, zoneOption } from './zone.ts'

const importHelp = `
Example people.csv. Only the email is required:

  email,firstName,lastName,companyName
  maya@example.com,Maya,Lindqvist,Harbor & Pine

People whom the campaign has invited before are left out, so a file can be imported again. If a row is wrong, all
problems are printed with their lines, and no one is invited. Without SMTP_URL, emails are written to the outbox.`

const states = ['unused', 'used', 'expired', 'withdrawn'] as const

export const addInvites = (merch: Command): void => {
  const invites = merch.command('invites').description('Invite people to a campaign')
  invites
    .command('import')
    .description('Invite the people of a .csv file, email them, and print their links')
    .argument('<file>', 'file to import; - for standard input')
    .requiredOption('--campaign <key>', campaignHelp)
    .option(...accountOption)
    .option('--until <day>', 'last day of the invites (default: the end of the campaign)')
    .option(...zoneOption)
    .option('--no-email', 'send no emails')
    .option('--dry-run', 'check the file without writing anything')
    .addHelpText('after', importHelp)
    .action(withStore(importPeople))
  asList(invites.command('list'))
    .description('Print invites, oldest first')
    .option(...accountOption)
    .option('--campaign <key>', campaignHelp)
    .addOption(new Option('--state <state>', 'state').choices(states))
    .option('--links', 'print the link of each, too')
    .action(
      withStore(async (store, { campaign: key, state, links, ...output }) => {
        const account = await resolveAccount(store, output.account)
        const campaign = key === undefined ? undefined : await requireCampaign(store, account, key)
        const redeemUrl = links && readConfig().redeemUrl
        const rows = rowsOf(eachInvite(store, account, campaign?.id), state, redeemUrl)
        await printThings(rows, 'No invites match.', output)
      }),
    )
  invites
    .command('resend')
    .description('Email an invite again, or all of a campaign whose emails were not sent')
    .argument('[invite]', inviteHelp)
    .option('--unsent <campaign>', campaignHelp)
    .option(...accountOption)
    .action(
      withStore(async (store, name, { unsent, account: given }) => {
        const account = await resolveAccount(store, given)
        if ((name === undefined) === (unsent === undefined))
          fail('Pass an invite, or --unsent with a campaign')
        if (name !== undefined) return sendAll(store, [await requireInvite(store, account, name)])
        const campaign = await requireCampaign(store, account, unsent ?? '')
        return sendAll(store, await unsentOf(store, account, campaign.id))
      }),
    )
  invites
    .command('withdraw')
    .description('Withdraw an invite that was not used')
    .argument('<invite>', inviteHelp)
    .option(...accountOption)
    .action(
      withStore(async (store, name, { account }) => {
        const invite = await change(store, account, name, (transaction, keys) =>
          withdrawInvite(transaction, keys, systemClock()),
        )
        say(`${invite.inviteNumber} is withdrawn`)
      }),
    )
  invites
    .command('extend')
    .description('Set the last day of an invite that was not used, also of an expired one')
    .argument('<invite>', inviteHelp)
    .requiredOption('--until <day>', 'last day, such as 2027-03-31, or a time')
    .option(...zoneOption)
    .option(...accountOption)
    .action(
      withStore(async (store, name, { account, until, zone }) => {
        const invite = await change(store, account, name, (transaction, keys) =>
          extendInvite(transaction, keys, endOf(until, zone), systemClock()),
        )
        const end = closingTime(invite.expiresAt, invite.campaign.expiration) ?? 0
        const reason = end < Date.parse(invite.expiresAt) ? ', the end of its campaign' : ''
        say(`${invite.inviteNumber} expires at ${timestamp(end)}${reason}`)
      }),
    )
}

const inviteHelp = 'number, ID or email address of an invite'
const campaignHelp = 'key or ID of a campaign'

const person = z.strictObject({
  email: Email,
  firstName: Text100.default(''),
  lastName: Text100.default(''),
  companyName: Text200.default(''),
})

type ImportOptions = {
  campaign: string
  account?: string
  until?: string
  zone: string
  email: boolean
  dryRun?: true
}

async function importPeople(store: Store, file: string, options: ImportOptions): Promise<void> {
  const account = await resolveAccount(store, options.account)
  const { id: campaignId, expiration } = await requireCampaign(store, account, options.campaign)
  if (Date.parse(expiration) <= systemClock()) fail('The campaign has expired. No one was invited.')
  const end = options.until === undefined ? undefined : endOf(options.until, options.zone)
  if (end !== undefined && end <= systemClock()) fail('--until must be in the future')
  const expiresAt = end === undefined ? undefined : timestamp(end)
  const problems: string[] = []
  const people = new Map<string, { given: z.output<typeof person>; line: number }>()
  const rows = readRows({ name: basename(file), path: file }, person, problems)
  for await (const { given, at, line } of rows) {
    const key = fold(given.email)
    const before = people.get(key)
    if (before) problems.push(`${at('email')}: email is also on line ${before.line}`)
    people.set(key, { given, line })
  }
  if (problems.length > 0) return failWith(problems, 'No one was invited.')
  const notInvited = async (reader: Reader) => {
    const invited = await listInvitedEmails(reader, account, campaignId)
    return [...people].filter(([key]) => !invited.has(key)).map(([, { given }]) => given)
  }
  const textOf = (count: number) =>
    `${counted(count, 'person', 'people')}. Already invited: ${people.size - count}.`
  if (options.dryRun) {
    say(`Dry run: nothing was written. It would invite ${textOf((await notInvited(store)).length)}`)
    return
  }
  const slugs = await operatorActions(store).run(async (transaction) => {
    const added: string[] = []
    await lockInviteNumbers(transaction, account)
    for (const each of await notInvited(transaction)) {
      const request = { ...each, campaignId, expiresAt }
      const invite = await addInvite(transaction, account, request, systemClock())
      if (isRejection(invite)) return fail(rejectionText(invite))
      added.push(invite.slug)
    }
    return added
  })
  say(`Invited ${textOf(slugs.length)}`)
  const { redeemUrl } = readConfig()
  const added: HeldInvite[] = []
  for (const slug of slugs) {
    const invite = await findHeldInvite(store, slug)
    if (!invite) continue
    added.push(invite)
    await print([invite.inviteNumber, invite.email, inviteUrl(redeemUrl, slug)].join('\t'))
  }
  if (options.email) await sendAll(store, added)
}

/** Emails invites, and names those that must not be. Ctrl-C ends it after the current one. */
async function sendAll(store: Store, invites: readonly HeldInvite[]): Promise<void> {
  const config = readConfig()
  const mailer = mailerFor(config, await createLog(config, process.stderr))
  let [sent, rejected] = [0, 0]
  await interruptible(['SIGINT'], async (signal) => {
    for (const invite of invites) {
      if (signal.aborted) return
      const url = inviteUrl(config.redeemUrl, invite.slug)
      const send = () => mailer.sendInvite(invite, url)
      const result = await emailInvite(store, invite, send, commandActor(), systemClock())
      if (result === true) sent++
      if (typeof result === 'boolean') continue
      rejected++
      say(`${invite.inviteNumber}: ${rejectionText(result)}`)
    }
  })
  const unsent = invites.length - sent - rejected
  // Without SMTP_URL, no email can be sent.
  if (rejected > 0 || (unsent > 0 && config.smtpUrl !== undefined)) process.exitCode = 1
  const [first] = invites
  const again =
    unsent > 0 && first ? ` Send them with: merch invites resend --unsent ${first.campaignId}` : ''
  say(`Sent ${counted(sent, 'email')}. Not sent: ${unsent}.${again}`)
}

async function unsentOf(reader: Reader, account: AccountId, campaign: CampaignId) {
  const found: HeldInvite[] = []
  for await (const invite of eachInvite(reader, account, campaign)) {
    const isOpen = inviteState(invite, systemClock()) === 'unused' && invite.email !== ''
    if (isOpen && !invite.emailNotificationSent) found.push(invite)
  }
  return found
}

/** Yields the invites of an account or a campaign, the oldest first. */
async function* eachInvite(
  reader: Reader,
  account: AccountId,
  campaign: CampaignId | undefined,
): AsyncGenerator<HeldInvite> {
  const limit = 1000
  for (let offset = 0; ; offset += limit) {
    const page = await listInvites(reader, account, campaign, { limit, offset })
    yield* page
    if (page.length < limit) return
  }
}

/** @param redeemUrl if given, each row has the link of its invite. */
async function* rowsOf(
  invites: AsyncIterable<HeldInvite>,
  wanted: string | undefined,
  redeemUrl: string | undefined,
): AsyncGenerator<Record<string, string>> {
  for await (const invite of invites) {
    const state = inviteState(invite, systemClock())
    const end = closingTime(invite.expiresAt, invite.campaign.expiration)
    if (wanted === undefined || wanted === state)
      yield {
        inviteNumber: invite.inviteNumber,
        id: invite.id,
        state,
        email: invite.email,
        name: `${invite.firstName} ${invite.lastName}`.replaceAll(/\p{Cc}/gu, ' ').trim(),
        expiresAt: end === undefined ? '' : timestamp(end),
        emailed: invite.emailNotificationSent ? 'yes' : 'no',
        ...(redeemUrl && { link: inviteUrl(redeemUrl, invite.slug) }),
      }
  }
}

/** Finds a campaign by its ID or its key. @throws {CommandFailure} when the account has none. */
export async function requireCampaign(reader: Reader, account: AccountId, given: string) {
  const campaigns = await campaignRows(reader, account)
  const found =
    campaigns.find(({ id }) => id === given) ?? campaigns.find((each) => each.key === given)
  return found ?? fail(`No campaign ${given}. To list campaigns, run: merch campaigns list`)
}

async function requireInvite(
  reader: Reader,
  account: AccountId,
  name: string,
): Promise<HeldInvite> {
  const found = await findInvitesByName(reader, account, name.trim())
  const [only, another] = found
  if (!only) return fail(`No invite ${name}. To list invites, run: merch invites list`)
  const numbers = found.map(({ inviteNumber }) => inviteNumber).join(', ')
  return another ? fail(`Several invites are of ${name}: ${numbers}. Pass one of them.`) : only
}

/** Changes an invite, and prints its id. @throws {CommandFailure} when the change is rejected. */
async function change(
  store: Store,
  given: string | undefined,
  name: string,
  run: (transaction: EventTransaction, invite: HeldInvite) => Promise<HeldInvite | Rejection>,
): Promise<HeldInvite> {
  const invite = await requireInvite(store, await resolveAccount(store, given), name)
  const result = await operatorActions(store).run((transaction) => run(transaction, invite))
  if (isRejection(result)) return fail(`${name}: ${rejectionText(result)}`)
  await print(result.id)
  return result
}

/** Returns the end of a day, or a time. */
function endOf(text: string, zone: string): number {
  return startOfDay('--until', text, zone, 1) - (text.includes('T') ? 0 : 1)
}
