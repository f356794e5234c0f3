import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/**
 * Finds places where a reader stumbles in a file: a first function that does not have the file's name, and
 * statements packed past the formatter (`...{ a, b }`, `...[a, b]`).
 * @returns one text for each place, such as `server/store/orders.ts:12 opens with a helper, toRow`.
 */
export function findStumbles(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const placeOf = (node: ts.Node) =>
    `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  const functions = source.statements.flatMap(functionOf)
  const subject = basename(file, '.ts').replaceAll('-', '')
  const named = functions.find(({ name }) => name.toLowerCase() === subject)
  const [first] = functions
  const found: string[] = []
  if (first && functions.some(({ isExported }) => isExported)) {
    if (!first.isExported) found.push(`${placeOf(first.node)} opens with a helper, ${first.name}`)
    else if (named && named !== first)
      found.push(`${placeOf(first.node)} opens with ${first.name}, not with ${named.name}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node))
      if (
        ts.isArrayLiteralExpression(node.expression) ||
        ts.isObjectLiteralExpression(node.expression)
      )
        found.push(`${placeOf(node)} packs a literal: ${node.getText().slice(0, 40)}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Declared = { name: string; isExported: boolean; node: ts.Node }

/** Returns the functions and classes that a statement declares. */
function functionOf(node: ts.Statement): Declared[] {
  const isExported =
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name)
    return [{ name: node.name.text, isExported, node }]
  if (!ts.isVariableStatement(node)) return []
  return node.declarationList.declarations
    .filter(({ initializer }) => initializer && ts.isArrowFunction(initializer))
    .map((declaration) => ({ name: declaration.name.getText(), isExported, node }))
}

if (import.meta.main) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  const files = globSync('{openapi,packages,docs,server,mock,contract-tests,tools}/**/*.ts', {
    exclude: (path) => /node_modules|dist$|\.test\.ts$|\/testing$/.test(path),
  })
  const found = files.flatMap((file) => findStumbles(file, readFileSync(file, 'utf8')))
  process.stdout.write(`${found.join('\n')}\n${found.length} places in ${files.length} files\n`)
  process.exitCode = found.length ? 1 : 0
}
