import type { Hono } from 'hono'
import type { Document } from '../../packages/openapi-hono/model/document.ts'
import type { Env } from '../../server/http/call.ts'
import {
  type Declared,
  declaredReplies,
  findReply,
  type MockReply,
  type Preference,
} from './choose-reply.ts'
import { type Generate, type LoadGenerator, noGenerator } from './faker-generator.ts'

/** The replies of one document: its examples, and those that are generated from its schemas. */
export class DocumentReplies {
  readonly document: Document
  readonly declared: Declared
  readonly #load: LoadGenerator
  readonly #withBaseUrl: <T>(part: T) => T
  /** Examples in which the URL of the service is the mock's. */
  readonly #cached = new Map<string, MockReply>()
  #generate: Promise<Generate> | undefined

  /** @param baseUrl replaces the service's URL in examples. */
  constructor(document: Document, baseUrl: string, load: LoadGenerator = noGenerator) {
    this.document = document
    this.#withBaseUrl = useBaseUrl(document, baseUrl)
    this.declared = known.get(document) ?? declaredReplies(document)
    known.set(document, this.declared)
    this.#load = load
  }

  /**
   * Returns the preferred reply, or the first success example.
   * @param seed the seed of dynamic replies.
   * @throws {InvalidRequest} if the document has no such reply.
   */
  async find(id: string, preference: Preference, seed: string): Promise<MockReply> {
    const { status, contentType = '', example } = findReply(this.declared, id, preference)
    // The schema of an error does not know what went wrong. Its example does.
    if (preference.dynamic && status < 400) {
      this.#generate ??= this.#load(this.document)
      const generate = await this.#generate
      return this.#withBaseUrl(generate(id, status, seed))
    }
    const key = JSON.stringify([id, status, example?.name])
    const found =
      this.#cached.get(key) ?? this.#withBaseUrl({ status, contentType, body: example?.value })
    this.#cached.set(key, found)
    return found
  }

  documentOfMock(): Document {
    return this.#withBaseUrl(this.document)
  }
}

/** The replies of each document. The sessions of a process share them. */
const known = new WeakMap<Document, Declared>()

/**
 * Returns a function that replaces the URL of the service in a part of the document. Pictures and
 * invites of examples are then found at the mock.
 */
function useBaseUrl(document: Document, baseUrl: string) {
  const documented = documentedUrl(document)
  return <T>(part: T): T => {
    const copy = structuredClone({ part })
    changeTexts(copy, (text) => text.replaceAll(documented, () => baseUrl))
    return copy.part
  }
}

/** Returns the URL of the service in the document's examples. */
function documentedUrl({ servers: [server] = [] }: Document): string {
  return server?.variables?.base_url?.default ?? 'no URL'
}

function changeTexts(value: object, change: (text: string) => string): void {
  for (const [key, each] of Object.entries(value))
    if (typeof each === 'string') Reflect.set(value, key, change(each))
    else if (typeof each === 'object' && each !== null) changeTexts(each, change)
}

/** Returns the paths of the service's URLs in examples. */
function examplePaths(document: Document): readonly string[] {
  const text = JSON.stringify([document.paths, document.components?.examples])
  const [, ...rests] = text.split(`"${documentedUrl(document)}/`)
  return [...new Set(rests.map((rest) => `/${rest.slice(0, rest.indexOf('"'))}`))]
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>An example of the mock</title>
<h1>An example of the mock</h1>
<p>This URL is from an example of the API’s document. On the service, the recipient of an invite redeems it at such a URL.
<p>The stateful mock has these pages: <code>npm run mock -- --stateful</code>
</html>
`

/** Serves a page at each URL of the service in examples. Pictures have a place of their own. */
export const mountExamplePages = (document: Document) => (app: Hono<Env>) => {
  for (const path of examplePaths(document))
    if (!path.startsWith('/cdn/')) app.get(path, (context) => context.html(page))
}
