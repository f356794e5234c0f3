import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  type IHttpRequest,
  type IHttpResponse,
} from '@stoplight/prism-http'
import { pino } from 'pino'
import { type EngineAnswer, type PossibleAnswers, wishedStatus } from './browser/possible.ts'
import type { Wish } from './wish.ts'

type Resource = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number]

/** The dialect that OpenAPI 3.1's schemas are in; without it Prism reads them as draft-07. */
const dialect = 'https://json-schema.org/draft/2020-12/schema'

const config = (mock: IHttpConfig['mock'], checks: boolean): IHttpConfig => ({
  isProxy: false,
  checkSecurity: false,
  validateRequest: checks,
  validateResponse: checks,
  errors: false,
  upstreamProxy: undefined,
  // Prism writes into it: each request has one of its own.
  mock,
})

/** The edge has found the operation already; it is the only one that Prism is given. */
const route = ({ resources: [resource] }: { resources: Resource[] }) =>
  resource
    ? ({ _tag: 'Right', right: resource } as const)
    : ({ _tag: 'Left', left: new Error('There is no operation') } as const)

const possibleAnswers = ({ responses }: Resource): PossibleAnswers =>
  new Map(
    responses.map(({ code, contents = [] }) => [
      Number(code),
      contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
    ]),
  )

/** Prism's engine on one document: it picks, makes and checks answers. It never sees a socket. */
export class PrismEngine {
  #resources: ReadonlyMap<string, Resource>
  // Prism writes at a level of its own, and none of it is wanted.
  readonly #log = Object.assign(pino({ level: 'silent' }), { success: () => {} })
  readonly #parts = { logger: this.#log, route }
  readonly #picking = createInstance(config({ dynamic: false }, false), this.#parts)
  readonly #fixed = new Map<string, EngineAnswer>()

  private constructor(resources: readonly Resource[]) {
    // Prism gives HEAD no body; here it is what a body would be that tells the headers.
    const withBody = resources.map((each) =>
      each.method === 'head' ? { ...each, method: 'get' } : each,
    )
    this.#resources = new Map(withBody.map((each) => [each.iid ?? '', each]))
  }

  /** @param document a bundled OpenAPI document. It is not written to. */
  static async of(document: object): Promise<PrismEngine> {
    const copy = { ...structuredClone(document), jsonSchemaDialect: dialect }
    return new PrismEngine(await getHttpOperationsFromSpec(copy))
  }

  /** Answers with another document from now on. */
  become(other: PrismEngine): void {
    this.#resources = other.#resources
    this.#fixed.clear()
  }

  /**
   * The answer that a wish asks for; without one, the first example of success. What is not dynamic is
   * the same every time and made once.
   * @param seed decides what dynamic answers hold.
   * @throws {ImpossibleWish} where the document has no such answer.
   */
  async answer(operationId: string, wish: Wish, seed: string): Promise<EngineAnswer> {
    const key = JSON.stringify([operationId, wish.code, wish.example])
    const known = wish.dynamic ? undefined : this.#fixed.get(key)
    if (known) return known
    const made = await this.#make(this.#resource(operationId), wish, seed)
    if (!wish.dynamic) this.#fixed.set(key, made)
    return made
  }

  /** What Prism's validators have against a request and its answer; nothing if all is well. */
  async problems(
    operationId: string,
    request: IHttpRequest,
    response: IHttpResponse,
  ): Promise<string[]> {
    const checking = createInstance(config({ dynamic: false }, true), {
      ...this.#parts,
      mock: () => () => ({ _tag: 'Right', right: response }),
    })
    const result = await checking.request(request, [this.#resource(operationId)])()
    if (result._tag === 'Left') return [result.left.message]
    const { input, output } = result.right.validations
    // Headers are the edge's, which puts them on after this.
    const found = [...input, ...output].filter(({ path = [] }) => path[0] !== 'header')
    return found.map(({ path = [], message }) => `${path.join('.')}: ${message}`)
  }

  #resource(operationId: string): Resource {
    const resource = this.#resources.get(operationId)
    if (!resource) throw new Error(`The document has no operation ${operationId}`)
    return resource
  }

  async #make(resource: Resource, wish: Wish, seed: string): Promise<EngineAnswer> {
    const status = wishedStatus(possibleAnswers(resource), wish)
    const example = wish.example === undefined ? {} : { exampleKey: wish.example }
    const mock = { dynamic: wish.dynamic, seed, code: status, ...example }
    // What is picked does not depend on it.
    const request: IHttpRequest = { method: 'get', url: { path: resource.path } }
    const result = await this.#picking.request(request, [resource], config(mock, false))()
    if (result._tag === 'Left') throw result.left
    const { statusCode, headers = {}, body } = result.right.output
    return { status: statusCode, contentType: headers['Content-type'] ?? '', body }
  }
}
