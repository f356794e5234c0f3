import type { Operation, PlacedParameter } from '../model/model.ts'
import { key } from '../model/names.ts'
import { text } from '../schema/keyword-checks.ts'
import { declaration, formFields, nestedProperties } from './declarations.ts'
import { inlineType } from './inline-type.ts'
import type { CopyContext, Layer } from './layer.ts'
import { asType, Module, type Type, tableOf } from './module.ts'

/** Emits `requests.ts`: for each operation, functions that read and check its parameters and its body. */
export const emitRequests = (layer: Layer): string => {
  const module = new Module()
  const context = { layer, module, copies: layer.copiesIn(module, 'request') }
  const entries = layer.operations.flatMap((operation) => {
    const parts = [
      ...placedParameters(operation).map((each) => parametersEntry(context, operation, each)),
      ...bodyEntry(context, operation),
    ]
    return parts.length === 0 ? [] : [`${operation.id}: { ${parts.join(', ')} }`]
  })
  const doc =
    'Functions that read and check the parameters and the body of a request, by operation.'
  const code = `${context.copies.code()}${tableOf(doc, 'requests', entries)}`
  const hasParameters = layer.operations.some((each) => placedParameters(each).length > 0)
  return module.of(code, hasParameters ? { './inputs.ts': 'type { Inputs }' } : undefined)
}

function parametersEntry(
  { layer, module, copies }: CopyContext,
  operation: Operation,
  { place, parameters }: ReturnType<typeof placedParameters>[number],
): string {
  const { id } = operation
  const required = parameters.filter((each) => each.required && !hasDefault(layer, each))
  const made = layer.madePlace(`parameters:${id}/${place}`, {
    type: 'object',
    required: required.map(({ name }) => name),
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema ?? {}])),
  })
  layer.setType(made, asType(`Inputs[${text(id)}][${text(place)}]`))
  const source = layer.sourceFor(module)
  const declared = parameters.map((parameter) => {
    const { name, schema = {}, media, pointer } = parameter
    for (const nested of media ? [] : nestedProperties(parameter, schema, layer.schemas)) {
      const what = `OpenAPI has no style for \`${nested}\` in \`${name}\`. Write \`content\` with \`application/json\` instead of \`schema\``
      layer.report('warning', what, pointer, 'property without a style')
    }
    const isForm = place === 'querystring' && media?.kind === 'form'
    const form = isForm ? formFields(media, media.schema ?? {}, source) : {}
    return declaration(parameter, schema, source, form)
  })
  // A map of all parameters would take a key for one of its own.
  for (const name of parameters.some(({ explode }) => explode)
    ? keysIn(layer, operation, place)
    : [])
    if (!parameters.some((each) => each.name === name))
      declared.push(
        declaration({ name, style: 'form', explode: false }, { type: 'string' }, source),
      )
  const check = layer.checks.checkIn(module, made, 'request')
  const from = module.use('parameters')
  return `${place}: ${from}.${place}([${declared.join(', ')}], ${check}, ${copies.copy(made)})`
}

/** Returns the names of the API keys of an operation in the query or the cookies. */
function keysIn({ document }: Layer, { security }: Operation, place: string): string[] {
  const names = new Set(security.flatMap((each) => Object.keys(each)))
  return Object.entries(document.components?.securitySchemes ?? {}).flatMap(([name, scheme]) =>
    names.has(name) && scheme.in === place && place !== 'header' && scheme.name !== undefined
      ? [scheme.name]
      : [],
  )
}

function hasDefault(layer: Layer, { pointer }: PlacedParameter): boolean {
  const place = layer.place(pointer)
  return place !== undefined && layer.defaultOf(place) !== undefined
}

function bodyEntry({ layer, module, copies }: CopyContext, operation: Operation): string[] {
  const readers = (operation.body?.contents ?? []).flatMap((content) => {
    const place = layer.bodyPlace(operation, content)
    if (!place || !layer.isChecked(content, 'request')) return []
    const check = layer.checks.checkIn(module, place, 'request')
    layer.setType(place, layer.requestBodyType(operation, content))
    const isForm = content.kind === 'multipart'
    const copy = isForm ? `(v) => ${copies.outlined(place)}` : copies.copy(place)
    return [`${key(content.contentType)}: ${module.use('check')}.reader(${check}, ${copy})`]
  })
  return readers.length === 0 ? [] : [`body: { ${readers.join(', ')} }`]
}

/** Returns the parameters of an operation by their place, without places that have none. */
export function placedParameters({ parameters }: Pick<Operation, 'parameters'>) {
  return (['path', 'query', 'querystring', 'header', 'cookie'] as const).flatMap((place) => {
    const found = parameters.filter(
      (each) =>
        each.in === place &&
        // OpenAPI has other words for these headers, and ignores parameters of their names.
        (place !== 'header' || !/^(accept|content-type|authorization)$/i.test(each.name)),
    )
    return found.length > 0 ? [{ place, parameters: found }] : []
  })
}

/** Returns the content types of replies that a client chooses from, if there are several. */
export const acceptedTypes = ({ replies, ranges }: Operation): string[] => {
  const choices = [...replies.filter(({ status }) => status < 400), ...ranges].flatMap(
    ({ contents }) => (contents.length > 1 ? contents.map(({ contentType }) => contentType) : []),
  )
  return [...new Set(choices)]
}

export const parameterType = (
  layer: Layer,
  id: string,
  { name, in: place, schema = {} }: PlacedParameter,
): Type => {
  // `types.ts` has a querystring among the parameters of the query.
  const known = place === 'querystring' ? 'query' : place
  const path = `operations[${text(id)}]["parameters"][${text(known)}]`
  const type = asType(`Exclude<NonNullable<${path}>[${text(name)}], undefined>`, 'operations')
  return layer.directed(inlineType(schema) ?? type, 'request')
}

/** Emits `inputs.ts`: the input of each operation, as types. */
export const emitInputs = (layer: Layer): string => {
  const module = new Module()
  return module.of(`
/** The validated input of each operation. */
export type Inputs = {
${layer.operations.map((each) => inputType(layer, module, each)).join('\n')}
}
`)
}

function inputType(layer: Layer, module: Module, operation: Operation): string {
  const parts = placedParameters(operation).map(({ place, parameters }) => {
    const types = parameters.map((each) => {
      const isAlwaysThere = each.required || hasDefault(layer, each)
      const type = module.type(parameterType(layer, operation.id, each))
      return `${key(each.name)}${isAlwaysThere ? '' : '?'}: ${type}`
    })
    return `${place}: { ${types.join('; ')} }`
  })
  const accepts = acceptedTypes(operation)
  if (accepts.length > 0) parts.push(`accept: ${accepts.map(text).join(' | ')}`)
  const bodies = bodyTypes(layer, module, operation)
  const inputs = bodies.length === 0 ? [parts] : bodies.map((body) => [...parts, body])
  return `${operation.id}: ${inputs.map((each) => `{ ${each.join('; ')} }`).join(' | ')}`
}

function bodyTypes(layer: Layer, module: Module, operation: Operation): string[] {
  const { contents = [], required } = operation.body ?? {}
  const types = contents.map((content) => module.type(layer.requestBodyType(operation, content)))
  if (types.length === 1) return [`body: ${types[0]}${required ? '' : ' | undefined'}`]
  const all = contents.map(
    ({ contentType }, i) => `contentType: ${text(contentType)}; body: ${types[i]}`,
  )
  return required || all.length === 0 ? all : [...all, 'contentType?: undefined; body?: undefined']
}
