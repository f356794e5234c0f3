import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  type IHttpRequest,
  type IHttpResponse,
} from '@stoplight/prism-http'
import { pino } from 'pino'
import { z } from 'zod'
import {
  type MockReply,
  type PossibleReplies,
  type Preference,
  preferredStatus,
} from './preference.ts'

/** A document's operations as Prism reads them. */
export type Resources = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>

type Resource = Resources[number]

/** The schema dialect of OpenAPI 3.1. Without it, Prism reads schemas as draft-07. */
const dialect = 'https://json-schema.org/draft/2020-12/schema'

const config = (mock: IHttpConfig['mock'], checks: boolean): IHttpConfig => ({
  isProxy: false,
  checkSecurity: false,
  validateRequest: checks,
  validateResponse: checks,
  errors: false,
  upstreamProxy: undefined,
  // Prism writes into this object, so each request needs its own.
  mock,
})

/** Returns the only resource: the HTTP layer has already found the operation. */
const route = ({ resources: [resource] }: { resources: Resource[] }) =>
  resource
    ? ({ _tag: 'Right', right: resource } as const)
    : ({ _tag: 'Left', left: new Error('no operation was given') } as const)

const possibleReplies = ({ responses }: Resource): PossibleReplies =>
  new Map(
    responses.map(({ code, contents = [] }) => [
      Number(code),
      contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
    ]),
  )

const Input = z.object({
  path: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.unknown()).default({}),
  body: z.unknown().optional(),
})

const Reply = z.object({ status: z.number(), body: z.unknown() })

const asText = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.map(String) : String(value)

const json = { 'content-type': 'application/json' }

/** Rebuilds a request from an operation's validated input. Prism does not check the method. */
const requestOf = (template: string, input: unknown): IHttpRequest => {
  const { path, query, body } = Input.parse(input)
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return {
    method: 'get',
    url: {
      path: template.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(path[name] ?? '')),
      query: Object.fromEntries(given.map(([name, value]) => [name, asText(value)])),
    },
    ...(body === undefined ? {} : { headers: json, body }),
  }
}

/**
 * Reads a document's operations.
 * @param document a bundled OpenAPI document. It is not modified.
 */
export const readResources = (document: object): Promise<Resources> =>
  getHttpOperationsFromSpec({ ...structuredClone(document), jsonSchemaDialect: dialect })

/** Runs Prism's engine on one document: selects examples, generates replies and validates them. */
export class PrismEngine {
  readonly #resources: ReadonlyMap<string, Resource>
  // Prism logs with an extra level `success`. Its log is not needed.
  readonly #log = Object.assign(pino({ level: 'silent' }), { success: () => {} })
  readonly #parts = { logger: this.#log, route }
  readonly #selecting = createInstance(config({ dynamic: false }, false), this.#parts)
  readonly #cached = new Map<string, MockReply>()

  constructor(resources: Resources) {
    // Prism returns no body for HEAD, but the headers depend on the body.
    const withBody = resources.map((each) =>
      each.method === 'head' ? { ...each, method: 'get' } : each,
    )
    this.#resources = new Map(withBody.map((each) => [each.iid ?? '', each]))
  }

  /**
   * Returns the preferred reply, or the first success example. Replies that are not dynamic are cached.
   * @param seed the seed of dynamic replies
   * @throws {PreferenceError} if the document has no such reply.
   */
  async answer(operationId: string, preference: Preference, seed: string): Promise<MockReply> {
    const key = JSON.stringify([operationId, preference.code, preference.example])
    const known = preference.dynamic ? undefined : this.#cached.get(key)
    if (known) return known
    const reply = await this.#createReply(this.#resource(operationId), preference, seed)
    if (!preference.dynamic) this.#cached.set(key, reply)
    return reply
  }

  /**
   * Validates the input and the reply of an operation with Prism.
   * @throws {Error} with the violations.
   */
  async validate(operationId: string, input: unknown, reply: unknown): Promise<void> {
    const resource = this.#resource(operationId)
    const { status, body } = Reply.parse(reply)
    const response: IHttpResponse = { statusCode: status, headers: json, body }
    const checking = createInstance(config({ dynamic: false }, true), {
      ...this.#parts,
      mock: () => () => ({ _tag: 'Right', right: response }),
    })
    const result = await checking.request(requestOf(resource.path, input), [resource])()
    if (result._tag === 'Left') throw result.left
    const { validations } = result.right
    const problems = [...validations.input, ...validations.output]
      // The HTTP layer adds the headers later.
      .filter(({ path = [] }) => path[0] !== 'header')
      .map(({ path = [], message }) => `${path.join('.')}: ${message}`)
    if (problems.length > 0) throw new Error(`${operationId}: Prism reports ${problems.join('; ')}`)
  }

  #resource(operationId: string): Resource {
    const resource = this.#resources.get(operationId)
    if (!resource) throw new Error(`The document has no operation ${operationId}`)
    return resource
  }

  async #createReply(resource: Resource, preference: Preference, seed: string): Promise<MockReply> {
    const status = preferredStatus(possibleReplies(resource), preference)
    const example = preference.example === undefined ? {} : { exampleKey: preference.example }
    const mock = { dynamic: preference.dynamic, seed, code: status, ...example }
    // The result does not depend on the request.
    const request: IHttpRequest = { method: 'get', url: { path: resource.path } }
    const result = await this.#selecting.request(request, [resource], config(mock, false))()
    if (result._tag === 'Left') throw result.left
    const { statusCode, headers = {}, body } = result.right.output
    return { status: statusCode, contentType: headers['Content-type'] ?? '', body }
  }
}
