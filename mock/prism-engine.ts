import type { IHttpConfig } from '@stoplight/prism-http'
import { pino } from 'pino'
import type { Document } from '../codegen/model/document.ts'
import { useBaseUrl } from './example-urls.ts'
import {
  type Declared,
  declaredReplies,
  findReply,
  type MockReply,
  type Preference,
} from './responses.ts'

/** The schema dialect of OpenAPI 3.1. Without it, Prism reads schemas as draft-07. */
const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema'

const config = (mock: IHttpConfig['mock']): IHttpConfig => ({
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  // Prism writes into this object, so each request needs its own.
  mock,
})

const load = async (document: Document) => {
  // Prism is large: it is imported only when needed.
  const { createInstance, getHttpOperationsFromSpec } = await import('@stoplight/prism-http')
  const found = await getHttpOperationsFromSpec({ ...structuredClone(document), jsonSchemaDialect })
  const { request } = createInstance(config({ dynamic: false }), {
    // Prism logs with an extra level `success`. Its log is not needed.
    logger: Object.assign(pino({ level: 'silent' }), { success: () => {} }),
    // The HTTP layer has already found the operation: it is the only one.
    route: ({ resources: [operation] }) =>
      operation
        ? ({ _tag: 'Right', right: operation } as const)
        : ({ _tag: 'Left', left: new Error('no operation was given') } as const),
  })
  return { request, operations: new Map(found.map((each) => [each.iid ?? '', each])) }
}

/** What is loaded of each document. The mocks of a process share it. */
const loaded = new WeakMap<Document, ReturnType<typeof load>>()

/** Runs Prism's engine on one document: selects examples and generates replies. */
export class PrismEngine {
  readonly document: Document
  readonly declared: Declared
  readonly #withBaseUrl: <T>(part: T) => T
  readonly #cached = new Map<string, MockReply>()

  /**
   * @param document a bundled document. It is not modified.
   * @param baseUrl replaces the service's URL in examples.
   */
  constructor(document: Document, baseUrl: string) {
    this.document = document
    this.declared = declaredReplies(document)
    this.#withBaseUrl = useBaseUrl(document, baseUrl)
  }

  /** Loads Prism. The first reply would otherwise wait for it. */
  async load() {
    const present = loaded.get(this.document) ?? load(this.document)
    loaded.set(this.document, present)
    return present
  }

  /**
   * Returns the preferred reply, or the first success example. Replies that are not dynamic are cached.
   * @param seed the seed of dynamic replies
   * @throws {InvalidRequest} if the document has no such reply.
   */
  async answer(id: string, preference: Preference, seed: string): Promise<MockReply> {
    const { status, example, dynamic = false } = preference
    const key = JSON.stringify([id, status, example])
    const known = dynamic ? undefined : this.#cached.get(key)
    if (known) return known
    const found = findReply(this.declared, id, preference)
    const { request, operations } = await this.load()
    const operation = operations.get(id)
    if (!operation) throw new Error(`Prism has no operation ${id}`)
    // Prism returns no body for HEAD, but the headers depend on the body.
    const method = operation.method === 'head' ? 'get' : operation.method
    const exampleKey = dynamic ? example : found.example?.name
    const mock = { dynamic, seed, code: found.status, ...(exampleKey && { exampleKey }) }
    // The result does not depend on the request.
    const result = await request(
      { method: 'get', url: { path: operation.path } },
      [{ ...operation, method }],
      config(mock),
    )()
    if (result._tag === 'Left') throw result.left
    const { statusCode, headers = {}, body } = result.right.output
    const contentType = headers['Content-type'] ?? ''
    const reply = { status: statusCode, contentType, body: this.#withBaseUrl(body) }
    if (!dynamic) this.#cached.set(key, reply)
    return reply
  }
}
