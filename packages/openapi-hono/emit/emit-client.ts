import type { Operation } from '../model/model.ts'
import { key } from '../model/names.ts'
import { text } from '../schema/keyword-checks.ts'
import type { Layer } from './layer.ts'
import { asType, Module, operationDoc } from './module.ts'

/**
 * Emits `client/client.ts`: a method for each operation that `x-client-method` names, such as `orders.list`.
 * Returns undefined if there is none.
 */
export const emitClient = (layer: Layer): string | undefined => {
  const module = new Module('../')
  const groups = new Map<string, string[]>()
  for (const operation of layer.operations) {
    if (operation.clientMethod === '') continue
    const [name = '', group = ''] = operation.clientMethod.split('.').reverse()
    const member = `${operationDoc(operation)}\n${key(name)}: ${method(layer, module, operation)}`
    groups.set(group, [...(groups.get(group) ?? []), member])
  }
  if (groups.size === 0) return undefined
  const members = [...groups].map(([group, methods]) => {
    const list = methods.join(',\n')
    return group === '' ? list : `${key(group)}: {\n${list}\n}`
  })
  const literal = layer.operations.map(({ path }) => path).filter((path) => !path.includes('{'))
  const code = `${module.type(callTypes)}
/** The paths without parameters. An id that leads to one calls another operation. */
export const literalPaths: readonly string[] = ${text([...new Set(literal)])}

/** Creates a method for each operation of the client. */
export const clientMethods = ({ transport, read, write }: Calls) => ({
${members.join(',\n')}
})
`
  return module.of(code, { 'openapi-fetch': 'type { Client }' })
}

const callTypes = asType(
  `
/** The query parameters of an operation. Those that are undefined are not sent. */
export type Query<Id extends keyof operations> = {
  [Key in keyof Sent<Id>]: Sent<Id>[Key] | (object extends Pick<Sent<Id>, Key> ? undefined : never)
}

type Sent<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

function withoutUndefined<Id extends keyof operations>(query: Query<Id>): Sent<Id>
function withoutUndefined(query: object): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** Options of a single call: those of \`fetch\`, such as \`cache\`, and those that a framework adds. */
export type CallOptions = FetchOptions & {
  /** Aborts the call. Example: \`AbortSignal.timeout(10_000)\`. */
  signal?: AbortSignal | undefined
  /** Additional headers. */
  headers?: Record<string, string> | undefined
}

type FetchOptions = Omit<RequestInit, 'body' | 'method' | 'headers' | 'redirect' | 'signal'>

/** Options that the transport gets with each request. */
export type Init = FetchOptions & {
  fetch: (request: Request) => Promise<Response>
  headers: Record<string, string>
  signal?: AbortSignal
}

/** The result of the transport: typed data, or an error body. */
export type Result<T> = { data?: T | undefined; error?: unknown; response: Response }

/** Calls an operation. Returns the body of its success. */
export type Call = <T>(
  operation: keyof operations,
  options: CallOptions,
  request: (init: Init) => Promise<Result<T>>,
) => Promise<T>

/** Sends requests. Calls of \`read\` may be repeated, those of \`write\` are sent once. */
export type Calls = { transport: Client<paths>; read: Call; write: Call }
`,
  'operations',
  'paths',
)

/** Methods that change nothing (RFC 9110 §9.2.1). A client may repeat them. */
const safe: readonly string[] = ['get', 'head', 'options', 'trace']

/** Returns a method: the path parameters, the query, the body and the options of a call are its parameters. */
function method(layer: Layer, module: Module, operation: Operation): string {
  const { id, method, path, body, parameters, replies } = operation
  const names = parameters.filter((each) => each.in === 'path').map(({ name }) => name)
  const query = parameters.filter((each) => each.in === 'query')
  const isQueryRequired = query.some(({ required }) => required)
  const given = names.map((name) => `${name}: string`)
  const sent: string[] = []
  if (names.length > 0) sent.push(`path: { ${names.join(', ')} }`)
  if (query.length > 0) {
    given.push(`query: Query<${text(id)}>${isQueryRequired ? '' : ' = {}'}`)
    sent.push(`query: withoutUndefined<${text(id)}>(query)`)
  }
  const [sentBody] = body?.contents ?? []
  if (sentBody) given.push(`body: ${module.type(layer.requestBodyType(operation, sentBody))}`)
  const parts = [
    ...(sent.length > 0 ? [`params: { ${sent.join(', ')} }`] : []),
    ...(body ? ['body'] : []),
  ]
  const init = parts.length > 0 ? `{ ${parts.join(', ')}, ...init }` : 'init'
  const success = replies.find(({ status, schema }) => status < 300 && schema)
  const [content] = success?.contents ?? []
  const type =
    success && content ? module.type(layer.replyBodyType(operation, success, content)) : 'unknown'
  const call = safe.includes(method) ? 'read' : 'write'
  return `(${[...given, 'options: CallOptions = {}'].join(', ')}): Promise<${type}> =>
  ${call}(${text(id)}, options, (init) => transport.${method.toUpperCase()}(${text(path)}, ${init}))`
}
