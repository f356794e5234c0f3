import type { SecurityScheme } from '../model/document.ts'
import { resolve } from '../model/follow-references.ts'
import { key } from '../model/names.ts'
import type { Layer } from './layer.ts'
import { Module, text } from './module.ts'

/** Emits `server.ts`: a function that mounts the operations on a Hono app. */
export const emitServer = (layer: Layer): string => {
  const used = usedSchemes(layer)
  const schemes = used.flatMap(([name, found]) => {
    if (!found) return []
    const { type, scheme, name: parameter, in: place } = found
    return [`${key(name)}: ${text({ type, scheme, name: parameter, in: place })}`]
  })
  const handlers = used.map(([name, scheme]) => {
    const credentials = scheme ? credentialsType(scheme) : 'undefined'
    return `${key(name)}: SecurityHandler<${credentials}, Principal, E>`
  })
  const hasSecurity = used.length > 0
  const security = `
/** A handler for each security scheme. It returns the principal, or undefined. */
export type Security<Principal, E extends Env = Env> = {
${handlers.join('\n')}
}
`
  const code = `${hasSecurity ? security : ''}
/** The declared replies that \`onReject\` may return. The operation of the request must declare them. */
export type Rejected = Replies[OperationId] & { status: ClientErrorStatusCode }

const layer = { endpoints, replies, schemes: { ${schemes.join(', ')} } }

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
  const isBasic = used.some(([, scheme]) => scheme && credentialsType(scheme) === basicCredentials)
  const handlerTypes = [...(isBasic ? [basicCredentials] : []), 'SecurityHandler'].join(', ')
  return new Module().of(hasEdge ? `${code}${behindEdge}` : code, {
    hono: 'type { Env, Hono }',
    'hono/utils/http-status': 'type { ClientErrorStatusCode }',
    ...(hasEdge
      ? { './edge.ts': '{ type EdgeOptions, mountBehindEdge as mountLayerBehindEdge }' }
      : {}),
    './mount.ts': '{ type Call, type MountOptions, mountLayer }',
    './operations.ts': '{ endpoints, type OperationId, type Operations, type Replies }',
    './replies.ts': '{ replies }',
    ...(hasSecurity ? { './security.ts': `type { ${handlerTypes} }` } : {}),
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

const basicCredentials = 'BasicCredentials'

function credentialsType({ type, scheme }: SecurityScheme): string {
  if (type === 'mutualTLS') return 'undefined'
  return type === 'http' && scheme?.toLowerCase() === 'basic' ? basicCredentials : 'string'
}
