import ts from 'typescript'
import { componentName, type Document, type Schema } from '../model/document.ts'
import { isInherited } from '../schema/keyword-checks.ts'

const { factory } = ts

/**
 * Changes openapi-typescript's types that do not compile. These are types of a schema that is a list of
 * itself, and of optional properties that every object inherits.
 */
export const compilable = (nodes: readonly ts.Node[], { components }: Document): ts.Node[] => {
  const names = listsOfThemselves(components?.schemas ?? {})
  const aliases = new Map(names.map((name, i) => [name, `Recursive${i + 1}`]))
  const visit = (given: ts.Node): ts.Node => {
    const node = ts.visitEachChild(given, visit, undefined)
    const alias = ts.isIndexedAccessTypeNode(node) ? aliases.get(schemaName(node)) : undefined
    if (alias !== undefined) return factory.createTypeReferenceNode(alias)
    return ts.isPropertySignature(node) ? withInherited(node) : node
  }
  return nodes.map(visit).flatMap((node) => withAliases(node, aliases))
}

/** Returns the names of schemas whose values may be lists of their own values, beneath no property. */
function listsOfThemselves(schemas: Readonly<Record<string, Schema>>): string[] {
  const referredIn = ({ $ref, items, ...schema }: Schema): string[] => {
    const { allOf = [], anyOf = [], oneOf = [], prefixItems = [] } = schema
    const inner = [...allOf, ...anyOf, ...oneOf, ...prefixItems, items ?? []].flat()
    return [...($ref === undefined ? [] : [componentName($ref)]), ...inner.flatMap(referredIn)]
  }
  const reaches = (from: string, name: string, seen = new Set<string>()): boolean =>
    referredIn(schemas[from] ?? {}).some((next) => {
      if (next === name) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, name, seen)
    })
  return Object.keys(schemas).filter((name) => reaches(name, name))
}

/** Returns the name in `components["schemas"]["Name"]`. */
function schemaName({ objectType, indexType }: ts.IndexedAccessTypeNode): string {
  if (!ts.isIndexedAccessTypeNode(objectType) || textOf(objectType.indexType) !== 'schemas')
    return ''
  return textOf(objectType.objectType) === 'components' ? textOf(indexType) : ''
}

/** Returns the text of a name, or of a type that is one. */
function textOf(node: ts.Node): string {
  if (ts.isTypeReferenceNode(node)) return textOf(node.typeName)
  if (ts.isLiteralTypeNode(node)) return textOf(node.literal)
  return ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : ''
}

function withType(node: ts.PropertySignature, type: ts.TypeNode): ts.PropertySignature {
  return factory.updatePropertySignature(node, node.modifiers, node.name, node.questionToken, type)
}

/** Adds the inherited type to an optional property that every object inherits: a literal without it has that. */
function withInherited(node: ts.PropertySignature): ts.PropertySignature {
  const name = textOf(node.name)
  if (!node.questionToken || !node.type || !isInherited(name) || name.startsWith('__')) return node
  const index = factory.createLiteralTypeNode(factory.createStringLiteral(name))
  const object = factory.createTypeReferenceNode('Object')
  const inherited = factory.createIndexedAccessTypeNode(object, index)
  return withType(node, factory.createUnionTypeNode([node.type, inherited]))
}

/** Gives the types of some component schemas a name: only a type with a name can be a list of itself. */
function withAliases(node: ts.Node, aliases: ReadonlyMap<string, string>): ts.Node[] {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return [node]
  const declarations: ts.Node[] = []
  const named = (member: ts.TypeElement): ts.TypeElement => {
    const alias = ts.isPropertySignature(member) ? aliases.get(textOf(member.name)) : undefined
    if (alias === undefined || !ts.isPropertySignature(member) || !member.type) return member
    declarations.push(factory.createTypeAliasDeclaration(undefined, alias, undefined, member.type))
    return withType(member, factory.createTypeReferenceNode(alias))
  }
  const members = node.members.map((member) => {
    if (!ts.isPropertySignature(member) || textOf(member.name) !== 'schemas') return member
    const { type } = member
    if (!type || !ts.isTypeLiteralNode(type)) return member
    return withType(member, factory.createTypeLiteralNode(type.members.map(named)))
  })
  const { modifiers, name, typeParameters, heritageClauses } = node
  return [
    factory.updateInterfaceDeclaration(
      node,
      modifiers,
      name,
      typeParameters,
      heritageClauses,
      members,
    ),
    ...declarations,
  ]
}
