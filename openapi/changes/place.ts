import { at, escapePointer, steps } from '../../codegen/model/pointer.ts'
import { componentKey } from './redocly-diff.ts'

/** The part of an operation or event that a change is about. */
export type Part = 'parameter' | 'request' | 'response' | 'payload' | 'operation' | 'document'

/** A place in a dereferenced document, in the terms of API clients. */
export type Place = {
  part: Part
  /** `GET /v1/orders/list`, or the name of an event; empty for the document itself. */
  name: string
  /** The summary of the operation: `List orders`. */
  summary: string
  operationId: string
  /** True for a webhook, false for an operation. */
  isEvent: boolean
  deprecation: unknown
  status: string | undefined
  /** The name of the parameter or header, or the path of the field: `products[].sku`. */
  field: string
  /** The name of the enclosing component, and the path of the field inside it. */
  ofComponent: { name: string; field: string } | undefined
}

const text = (document: unknown, pointer: string, key: string): string => {
  const found = at(document, `${pointer}/${key}`)
  return typeof found === 'string' ? found : ''
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Returns the path of field names below the schema at the pointer `from`. */
const fieldsOf = (document: unknown, from: string, rest: readonly string[]) => {
  let pointer = from
  let field = ''
  let ofComponent: Place['ofComponent']
  const enterComponent = () => {
    const name = text(document, pointer, componentKey)
    if (name && at(document, `${pointer}/properties`)) ofComponent = { name, field: '' }
  }
  const add = (extend: (path: string) => string) => {
    field = extend(field)
    if (ofComponent) ofComponent = { ...ofComponent, field: extend(ofComponent.field) }
  }
  enterComponent()
  for (let i = 0; i < rest.length; i++) {
    const step = rest[i] ?? ''
    pointer += `/${escapePointer(step)}`
    if (step === 'properties') {
      const name = rest[++i]
      if (name === undefined) break
      pointer += `/${escapePointer(name)}`
      add((path) => join(path, name))
    } else if (step === 'items') add((path) => `${path}[]`)
    else if (step !== 'anyOf' && step !== 'then' && !/^\d+$/.test(step)) break
    enterComponent()
  }
  return { field, ofComponent }
}

const schemaAt = (
  document: unknown,
  pointer: string,
  all: readonly string[],
  depth: number,
): Pick<Place, 'field' | 'ofComponent'> => {
  const start = all.indexOf('schema', depth)
  if (start < 0) return { field: '', ofComponent: undefined }
  const head = pointer
    .split('/')
    .slice(0, start + 2)
    .join('/')
  return fieldsOf(document, head, all.slice(start + 1))
}

/** Returns the place that a pointer into a dereferenced document refers to. */
export const placeOf = (document: unknown, pointer: string): Place => {
  const all = steps(pointer)
  const [section, path = '', method = '', kind, which = ''] = all
  const nowhere = { status: undefined, field: '', ofComponent: undefined }
  if ((section !== 'paths' && section !== 'webhooks') || path === '')
    return {
      part: 'document',
      name: '',
      summary: '',
      operationId: '',
      isEvent: false,
      deprecation: undefined,
      ...nowhere,
    }
  const operation = pointer.split('/').slice(0, 4).join('/')
  const common = {
    name: section === 'paths' ? `${method.toUpperCase()} ${path}`.trim() : path,
    summary: text(document, operation, 'summary'),
    operationId: text(document, operation, 'operationId'),
    isEvent: section === 'webhooks',
    deprecation: at(document, `${operation}/x-deprecation`),
    ...nowhere,
  }
  if (kind === 'parameters' && which !== '') {
    const parameter = text(document, `${operation}/parameters/${which}`, 'name')
    const { field } = schemaAt(document, pointer, all, 5)
    return { ...common, part: 'parameter', field: `${parameter}${field}` }
  }
  if (kind === 'requestBody')
    return {
      ...common,
      part: section === 'paths' ? 'request' : 'payload',
      ...schemaAt(document, pointer, all, 4),
    }
  if (kind === 'responses' && which !== '')
    return {
      ...common,
      part: 'response',
      status: which,
      ...(all[5] === 'headers'
        ? { field: all[6] ?? '', ofComponent: undefined }
        : schemaAt(document, pointer, all, 5)),
    }
  return { ...common, part: 'operation' }
}
