import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { listen } from './listen.ts'

/** Starts an SMTP server on the loopback address. Returns its URL and the mails that it receives. */
export const startMailServer = async (options: SMTPServerOptions = {}) => {
  const mails: { from: string; to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        })
        done()
      })
    },
    ...options,
  })
  const port = await listen(server.server)
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { smtp: `smtp://127.0.0.1:${port}`, mails }
}

/** Decodes a mail's quoted-printable text. */
export const decoded = (raw: string): string =>
  Buffer.from(
    raw
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString('utf8')
