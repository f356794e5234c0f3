import type { SecurityScheme } from '../model/document.ts'
import { key } from '../model/names.ts'
import { resolve } from '../model/pointer.ts'
import { text } from '../schema/keyword-checks.ts'
import type { Layer } from './layer.ts'
import { Module } from './module.ts'

/** Emits `server.ts`: a function that mounts the operations on a Hono app. */
export const emitServer = (layer: Layer): string => {
  const module = new Module()
  const used = usedSchemes(layer)
  const schemes = used.flatMap(([name, found]) => {
    const scheme = found && schemeOf(found)
    return scheme === undefined ? [] : [`${key(name)}: security.${scheme}`]
  })
  const handlers = used.map(([name, scheme]) => {
    const credentials = scheme ? credentialsType(scheme) : 'undefined'
    return `${key(name)}: security.SecurityHandler<${credentials}, Principal, E>`
  })
  const hasSecurity = used.length > 0
  const authenticator = hasSecurity
    ? `, authenticator: ${module.use('security')}.authenticator({ ${schemes.join(', ')} })`
    : ''
  const security = `
/** A handler for each security scheme. It returns the principal, or undefined. */
export type Security<Principal, E extends Env = Env> = {
${handlers.join('\n')}
}
`
  const code = `${hasSecurity ? security : ''}
/** The declared replies that \`onReject\` may return. The operation of the request must declare them. */
export type Rejected = Replies[OperationId] & { status: ClientErrorStatusCode }

const layer = { endpoints, replies${authenticator} }

/**
 * Registers every operation of the document on a Hono app.
 * @example
 * mount(app, implement<Call>()({ ...stubs })${hasSecurity ? ', { security: { … } }' : ''})
 */
export const mount = <Principal, E extends Env = Env>(
  app: Hono<E>,
  operations: Operations<Call<Principal, E>>,
  options: MountOptions<E, Rejected>${hasSecurity ? ' & { security: Security<Principal, E> }' : ' = {}'},
): void => mountLayer(app, layer, operations, ${hasSecurity ? 'options' : '{ ...options, security: {} }'})
`
  const hasEdge =
    hasSecurity && layer.operations.some(({ replies }) => replies.some(({ edge }) => edge))
  if (hasEdge) layer.runtime.add('edge.ts')
  const behindEdge = `
/** Registers every operation of the document behind an edge, which sends the responses that no operation does. */
export const mountBehindEdge = <Principal, E extends Env = Env>(
  app: Hono<E>,
  operations: Operations<Call<Principal, E>>,
  options: EdgeOptions<E> & { security: Security<Principal, E> },
): void => mountLayerBehindEdge(app, layer, operations, options)
`
  return module.of(hasEdge ? `${code}${behindEdge}` : code, {
    hono: 'type { Env, Hono }',
    'hono/utils/http-status': 'type { ClientErrorStatusCode }',
    ...(hasEdge
      ? { './edge.ts': '{ type EdgeOptions, mountBehindEdge as mountLayerBehindEdge }' }
      : {}),
    './mount.ts': '{ type Call, type MountOptions, mountLayer }',
    './operations.ts': '{ endpoints, type OperationId, type Operations, type Replies }',
    './replies.ts': '{ replies }',
  })
}

function usedSchemes({ document, operations }: Layer): [string, SecurityScheme | undefined][] {
  const names = new Set(
    operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))),
  )
  const declared = document.components?.securitySchemes ?? {}
  return [...names].map((name) => {
    const scheme = declared[name]
    return [name, scheme && resolve<SecurityScheme>(document, scheme)]
  })
}

/** Returns the runtime's scheme. For a client certificate there is none: the handler knows where to look. */
function schemeOf({ type, scheme = '', name, in: place }: SecurityScheme): string | undefined {
  if (type === 'mutualTLS') return undefined
  if (type === 'apiKey' && /^(header|query|cookie)$/.test(place ?? '') && name)
    return `${place}Key(${text(name)})`
  if (type === 'http' && isBasic(scheme)) return 'basic'
  // One that is declared wrongly accepts no request.
  const known = type === 'http' ? scheme : /^o/.test(type) ? 'bearer' : ''
  return `http(${text(known.charAt(0).toUpperCase() + known.slice(1))})`
}

function credentialsType({ type, scheme = '' }: SecurityScheme): string {
  if (type === 'mutualTLS') return 'undefined'
  return type === 'http' && isBasic(scheme) ? 'security.BasicCredentials' : 'string'
}

function isBasic(scheme: string): boolean {
  return scheme.toLowerCase() === 'basic'
}
