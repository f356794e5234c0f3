import { componentName } from '../../codegen/model/document.ts'
import { at } from '../../codegen/model/pointer.ts'

const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** The key that keeps the component name of a schema after its reference is replaced. */
export const componentKey = 'x-component'

/**
 * Replaces every reference of a bundled document with its target. A change of a shared schema then
 * shows at each place where it is used, in requests and in responses. Schemas keep their names in
 * `x-component`. The document must not contain recursive schemas.
 */
export const dereference = (document: unknown): unknown => {
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline)
    if (!isObject(part)) return part
    const { $ref, ...beside } = part
    if (typeof $ref !== 'string')
      return Object.fromEntries(
        Object.entries(part).map(([name, value]) => [
          name,
          name === 'example' || name === 'value' ? value : inline(value),
        ]),
      )
    const target = inline(at(document, $ref))
    const named = $ref.startsWith('#/components/schemas/')
      ? { [componentKey]: componentName($ref) }
      : {}
    return { ...(isObject(target) ? target : {}), ...inlineEntries(beside), ...named }
  }
  const inlineEntries = (part: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, inline(value)]))
  if (!isObject(document)) return document
  const { components, ...rest } = document
  const securitySchemes = isObject(components) ? components.securitySchemes : undefined
  return { ...inlineEntries(rest), components: { securitySchemes: inline(securitySchemes) ?? {} } }
}
