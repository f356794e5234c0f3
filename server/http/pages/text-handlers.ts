import type { Handler } from 'hono'
import type { Env } from '../api/env.ts'
import { noSniffing } from '../api/respond.ts'
import { docsPolicy } from './docs-policy.ts'
import { staticText } from './static-text.ts'

type Texts = {
  /** The document and what is generated from it to be read or imported, by path. */
  texts: Readonly<Record<string, { type: string; text: string }>>
  /** The reference docs, as one HTML page; undefined if they have not been built. */
  docs: string | undefined
}

const notBuilt = (): Response =>
  new Response('The docs have not been built. Build them with: npm run docs\n', {
    status: 404,
    headers: { ...noSniffing, 'Content-Type': 'text/plain; charset=utf-8' },
  })

/** The docs run the scripts that they were built with, and tell no other page where they were read. */
const docsHeaders = (page: string) => ({
  'Content-Security-Policy': docsPolicy(page),
  'Referrer-Policy': 'no-referrer',
})

/** What serves the docs, the document and what is generated from it, by path. */
export const textHandlers = ({ texts, docs }: Texts): Record<string, Handler<Env>> => ({
  '/docs':
    docs === undefined ? notBuilt : staticText(docs, 'text/html; charset=utf-8', docsHeaders(docs)),
  ...Object.fromEntries(
    Object.entries(texts).map(([path, { type, text }]) => [path, staticText(text, type)]),
  ),
})
