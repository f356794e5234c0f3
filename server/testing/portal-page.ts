import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { decoded, startMailServer } from '../../testkit/mail-server.ts'
import { recordingLog } from '../../testkit/recording-log.ts'
import { smtpMailer } from '../email/mailer.ts'
import { setAccountEmail } from '../store/accounts.ts'
import { testServer } from './test-server.ts'

/** Starts a server that sends sign-in links by SMTP. */
export const portalWithMail = async () => {
  const { smtp, mails } = await startMailServer()
  const { log } = recordingLog()
  const mailer = smtpMailer({ url: smtp, from: 'portal@example.com', log })
  const server = await testServer({ parts: { mailer } })
  await server.store.write((transaction) =>
    setAccountEmail(transaction, server.account, 'zoe@example.com'),
  )
  await server.post('/v1/webhooks', {
    url: 'https://hooks.example.com/merch',
    events: ['order.created', 'order.shipped'],
  })
  /** Returns the link in the latest email. */
  const link = async (): Promise<string> => {
    await expect.poll(() => mails.length).toBeGreaterThan(0)
    const raw = decoded(mails.at(-1)?.raw ?? '')
    return /http:\/\/\S+\/portal\/sign-in\/[\w-]{43}/.exec(raw)?.[0] ?? ''
  }
  return { server, link }
}

/** Signs in with the link of the email, and waits for the page of keys. */
export const signIn = async (page: Page, url: string, link: () => Promise<string>) => {
  await page.goto(`${url}/portal`)
  await page.getByLabel('Email of your account').fill('zoe@example.com')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(await link())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
}
