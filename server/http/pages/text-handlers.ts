import type { Handler } from 'hono'
import type { Env } from '../api/env.ts'
import { noSniffing } from '../api/respond.ts'
import { docsPolicy } from './docs-policy.ts'
import { staticText } from './static-text.ts'

type Texts = {
  /** The document and the files generated from it, by path. */
  texts: Readonly<Record<string, { type: string; read: () => string }>>
  /** Reads the reference docs as one HTML page; undefined if they are not built. */
  docs: (() => string) | undefined
}

const notBuilt = (): Response =>
  new Response('The docs have not been built. Build them with: npm run docs\n', {
    status: 404,
    headers: { ...noSniffing, 'Content-Type': 'text/plain; charset=utf-8' },
  })

const docsHeaders = (page: string) => ({
  'Content-Security-Policy': docsPolicy(page),
  'Referrer-Policy': 'no-referrer',
})

/** Returns the handlers of the docs, the document and the files generated from it, by path. */
export const textHandlers = ({ texts, docs }: Texts): Record<string, Handler<Env>> => ({
  '/docs':
    docs === undefined ? notBuilt : staticText(docs, 'text/html; charset=utf-8', docsHeaders),
  ...Object.fromEntries(
    Object.entries(texts).map(([path, { type, read }]) => [path, staticText(read, type)]),
  ),
})
