import type { Content, Operation, PlacedParameter } from '../model/model.ts'
import { key } from '../model/names.ts'
import { isObject } from '../runtime/check.ts'
import { Copies } from '../schema/copies.ts'
import type { Place } from '../schema/places.ts'
import { declaration, filesOf, nestedProperties } from './declarations.ts'
import type { Layer } from './layer.ts'
import { moduleOf, tableOf, text } from './module.ts'
import { typeExpression } from './type-expression.ts'

/** Returns the parameters of an operation by their place, without places that have none. */
export const placedParameters = ({ parameters }: Pick<Operation, 'parameters'>) =>
  (['path', 'query', 'header', 'cookie'] as const).flatMap((place) => {
    const found = parameters.filter(
      (each) =>
        each.in === place &&
        // OpenAPI has other words for these headers, and ignores parameters of their names.
        (place !== 'header' || !/^(accept|content-type|authorization)$/i.test(each.name)),
    )
    return found.length > 0 ? [{ place, parameters: found }] : []
  })

/** Returns the content types of replies that a client chooses from, if there are several. */
export const acceptedTypes = ({ replies, ranges }: Operation): string[] => {
  const choices = [...replies.filter(({ status }) => status < 400), ...ranges].flatMap(
    ({ contents }) => (contents.length > 1 ? contents.map(({ contentType }) => contentType) : []),
  )
  return [...new Set(choices)]
}

/** Returns whether a parameter has a default that is one of its values. */
const hasDefault = (layer: Layer, { pointer }: PlacedParameter): boolean => {
  const place = layer.place(pointer)
  return place !== undefined && layer.defaultOf(place) !== undefined
}

/** Returns the type of a parameter of an operation or a webhook. */
export const parameterType = (id: string, { name, in: place, schema = {} }: PlacedParameter) =>
  typeExpression(schema) ??
  `Exclude<NonNullable<operations[${text(id)}]["parameters"][${text(place)}]>[${text(name)}], undefined>`

const bodyTypes = (layer: Layer, operation: Operation): string[] => {
  const { contents = [], required } = operation.body ?? {}
  const types = contents.map((content) => layer.requestBodyType(operation, content))
  if (types.length === 1) return [`body: ${types[0]}${required ? '' : ' | undefined'}`]
  const all = contents.map(
    ({ contentType }, i) => `contentType: ${text(contentType)}; body: ${types[i]}`,
  )
  return required || all.length === 0 ? all : [...all, 'contentType?: undefined; body?: undefined']
}

const inputType = (layer: Layer, operation: Operation): string => {
  const parts = placedParameters(operation).map(({ place, parameters }) => {
    const types = parameters.map((each) => {
      const isAlwaysThere = each.required || hasDefault(layer, each)
      return `${key(each.name)}${isAlwaysThere ? '' : '?'}: ${parameterType(operation.id, each)}`
    })
    return `${place}: { ${types.join('; ')} }`
  })
  const accepts = acceptedTypes(operation)
  if (accepts.length > 0) parts.push(`accept: ${accepts.map(text).join(' | ')}`)
  const bodies = bodyTypes(layer, operation)
  const inputs = bodies.length === 0 ? [parts] : bodies.map((body) => [...parts, body])
  return `${operation.id}: ${inputs.map((each) => `{ ${each.join('; ')} }`).join(' | ')}`
}

/** Emits `inputs.ts`: what each operation gets, as types. */
export const emitInputs = (layer: Layer): string =>
  moduleOf(`
/** The validated input of each operation. */
export type Inputs = {
${layer.operations.map((each) => inputType(layer, each)).join('\n')}
}
`)

const parametersEntry = (
  layer: Layer,
  copies: Copies,
  { id }: Operation,
  { place, parameters }: ReturnType<typeof placedParameters>[number],
): string => {
  const required = parameters.filter((each) => each.required && !hasDefault(layer, each))
  const made = layer.madePlace(`parameters:${id}/${place}`, {
    type: 'object',
    required: required.map(({ name }) => name),
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema ?? {}])),
  })
  layer.setType(made, `Inputs[${text(id)}][${text(place)}]`)
  const declared = parameters.map((parameter) => {
    const { name, schema = {}, contentType, pointer } = parameter
    for (const nested of contentType === undefined ? nestedProperties(schema, layer.schemas) : []) {
      const what = `OpenAPI has no style for \`${nested}\` in \`${name}\`: it is not read`
      layer.report('warning', what, pointer)
    }
    return declaration(parameter, schema, layer.schemas)
  })
  const check = layer.checks.check(made, 'request')
  return `${place}: parameters([${declared.join(', ')}], checks.${check}, ${copies.copy(made)})`
}

/** Returns the schema of a form whose files are of any type: they have been read as files. */
const formPlace = (layer: Layer, { id }: Operation, content: Content, place: Place): Place => {
  const files = filesOf(content, layer.schemas)
  const { schema } = layer.checks.target(place)
  if (files.size === 0 || typeof schema === 'boolean' || !isObject(schema.properties)) return place
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const kind = files.get(name)
    const list = isObject(property) ? { ...property, items: {} } : {}
    return [name, kind === 'files' ? list : kind === 'file' ? {} : property]
  })
  const own = { ...schema, properties: Object.fromEntries(properties) }
  return layer.madePlace(`form:${id}`, own)
}

const bodyEntry = (layer: Layer, copies: Copies, operation: Operation): string[] => {
  const readers = (operation.body?.contents ?? []).flatMap((content) => {
    const place = layer.place(content.pointer)
    if (!place || !layer.isChecked(content, 'request')) return []
    const type = layer.requestBodyType(operation, content)
    const form = formPlace(layer, operation, content, place)
    const check = `checks.${layer.checks.check(form, 'request')}`
    layer.setType(place, type)
    // A copy cannot express files.
    const isForm = content.kind === 'multipart'
    const copy = isForm ? `check.whole((v): v is ${type} => ${check}(v))` : copies.copy(place)
    return [`${key(content.contentType)}: check.reader(${check}, ${copy})`]
  })
  return readers.length === 0 ? [] : [`body: { ${readers.join(', ')} }`]
}

/** Emits `requests.ts`: for each operation, functions that read and check its parameters and its body. */
export const emitRequests = (layer: Layer): string => {
  const copies = new Copies(layer, 'request')
  const entries = layer.operations.flatMap((operation) => {
    const parts = [
      ...placedParameters(operation).map((each) => parametersEntry(layer, copies, operation, each)),
      ...bodyEntry(layer, copies, operation),
    ]
    return parts.length === 0 ? [] : [`${operation.id}: { ${parts.join(', ')} }`]
  })
  const doc =
    'Functions that read and check the parameters and the body of a request, by operation.'
  const code = `${copies.code()}${tableOf(doc, 'requests', entries)}`
  return moduleOf(
    code,
    ...(/\bInputs\[/.test(code) ? ["import type { Inputs } from './inputs.ts'"] : []),
    ...(/: parameters\(/.test(code) ? ["import { parameters } from './parameters.ts'"] : []),
  )
}
