import type { Document } from '../../packages/openapi-hono/model/document.ts'
import {
  type Declared,
  declaredReplies,
  findExample,
  findReply,
  type MockReply,
  type Preference,
} from './choose-reply.ts'
import { useBaseUrl } from './example-urls.ts'
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
    if (!preference.dynamic) return this.#findExample(id, preference)
    const { status } = findReply(this.declared, id, preference)
    // The schema of an error does not know what went wrong. Its example does.
    if (status >= 400) return this.#findExample(id, preference)
    this.#generate ??= this.#load(this.document)
    const generate = await this.#generate
    return this.#withBaseUrl(generate(id, status, seed))
  }

  documentOfMock(): Document {
    return this.#withBaseUrl(this.document)
  }

  #findExample(id: string, { status, example }: Preference): MockReply {
    const key = JSON.stringify([id, status, example])
    const found =
      this.#cached.get(key) ??
      this.#withBaseUrl(findExample(this.declared, id, { status, example }))
    this.#cached.set(key, found)
    return found
  }
}

/** The replies of each document. The sessions of a process share them. */
const known = new WeakMap<Document, Declared>()
