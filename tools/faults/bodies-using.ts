import ts from 'typescript'

/** A body of a function: a block, or the expression of an arrow function. */
export type Body = { start: number; end: number; isBlock: boolean }

/** What a module's top level makes of a declaration: the names that depend on it, and the bodies that use them. */
export type Uses = { names: ReadonlySet<string>; bodies: readonly Body[] }

const isFunction = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))

const identifiersIn = (node: ts.Node): string[] =>
  ts.isIdentifier(node)
    ? [node.text]
    : node.getChildren().flatMap((child) => (ts.isTypeNode(child) ? [] : identifiersIn(child)))

/** Returns the names that a statement declares with values: functions have bodies instead. */
const declaredBy = (statement: ts.Statement): string[] => {
  if (ts.isClassDeclaration(statement)) return statement.name ? [statement.name.text] : []
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations
    .filter(({ initializer }) => !isFunction(initializer))
    .flatMap(({ name }) => identifiersIn(name))
}

const bodyAround = (node: ts.Node): ts.Node | undefined => {
  const found = ts.findAncestor(node, (each) => ts.isFunctionLike(each) && 'body' in each)
  if (!found || !ts.isFunctionLike(found) || !('body' in found)) return undefined
  return found.body
}

/**
 * Finds the functions of a module that use a declaration, also through other declarations of the module.
 * @param from the declaration's position in this module, or its names if another module has it.
 */
export const bodiesUsing = (source: string, from: number | ReadonlySet<string>): Uses => {
  const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true)
  const statements = file.statements.filter((each) => !ts.isImportDeclaration(each))
  const origin =
    typeof from === 'number'
      ? statements.find((each) => each.pos <= from && from < each.end)
      : undefined
  const names = new Set(typeof from === 'number' ? origin && declaredBy(origin) : from)
  // A set yields values that are added while it is iterated.
  for (const name of names)
    for (const statement of statements)
      if (identifiersIn(statement).includes(name))
        for (const declared of declaredBy(statement)) names.add(declared)
  const bodies = new Map<number, Body>()
  const visit = (node: ts.Node): void => {
    const isOfClass = origin && ts.isClassDeclaration(origin) && node.parent === origin
    const isUse = ts.isIdentifier(node) && names.has(node.text)
    const member = isOfClass && ts.isFunctionLike(node) && 'body' in node ? node.body : undefined
    const body = isUse ? bodyAround(node) : member
    if (body) {
      const [start, end] = [body.getStart(file), body.getEnd()]
      bodies.set(start, { start, end, isBlock: ts.isBlock(body) })
    }
    ts.forEachChild(node, visit)
  }
  for (const statement of statements) visit(statement)
  return { names, bodies: [...bodies.values()] }
}
