import ts from 'typescript'

/** A change of source code that a test should notice. */
export type Fault = {
  kind: string
  /** The position of the replaced text, from the start of the file. */
  start: number
  end: number
  replacement: string
  /** The line of the text, from 1. */
  line: number
  /** The whole expression, or the statement that begins with it. */
  scope: { start: number; end: number; isStatement: boolean }
  /** Whether it is executed when the module is loaded, and not by a function. */
  isTopLevel: boolean
}

const turned = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
])

type Add = (kind: string, node: ts.Node, replacement: string, scope?: ts.Node) => void

/** Adds the faults of one node. `text` returns the source of a node. */
const addFaults = (node: ts.Node, text: (node: ts.Node) => string, add: Add): void => {
  if (ts.isBinaryExpression(node)) {
    const operator = turned.get(node.operatorToken.kind)
    const isText = [node.left, node.right].some(ts.isStringLiteralLike)
    if (operator && !isText) add('operator turned', node.operatorToken, operator, node)
  } else if (ts.isIfStatement(node)) {
    add('condition always true', node.expression, 'true')
    add('condition always false', node.expression, 'false')
    if (node.elseStatement) add('branches swapped', node.expression, `!(${text(node.expression)})`)
  } else if (ts.isConditionalExpression(node)) {
    add('branches swapped', node.condition, `!(${text(node.condition)})`)
  } else if (ts.isExpressionStatement(node)) {
    add('statement removed', node, ';')
  } else if (ts.isAwaitExpression(node) && !ts.isExpressionStatement(node.parent)) {
    // The linter rejects statements that are promises.
    add('await dropped', node, text(node.expression))
  } else if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent)) {
    add('constant off by one', node, `(${text(node)} + 1)`)
  }
}

/** Returns the faults that can be planted in a TypeScript file, in the order of the text. */
export const faultsIn = (source: string): Fault[] => {
  const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true)
  const faults: Fault[] = []
  const scopeOf = (node: ts.Node): Fault['scope'] => {
    const statement = ts.findAncestor(node, ts.isExpressionStatement)
    const start = node.getStart(file)
    return statement?.getStart(file) === start
      ? { start, end: statement.getEnd(), isStatement: true }
      : { start, end: node.getEnd(), isStatement: false }
  }
  const add: Add = (kind, node, replacement, scope = node) => {
    const [start, end] = [node.getStart(file), node.getEnd()]
    const line = file.getLineAndCharacterOfPosition(start).line + 1
    const isTopLevel = ts.findAncestor(node, ts.isFunctionLike) === undefined
    faults.push({ kind, start, end, replacement, line, scope: scopeOf(scope), isTopLevel })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    addFaults(node, (each) => each.getText(file), add)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return faults
}

/** Returns the source with a fault. */
export const withFault = (source: string, { start, end, replacement }: Fault): string =>
  source.slice(0, start) + replacement + source.slice(end)
