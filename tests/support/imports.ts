/** All imports of the tree, read from its files. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ts } from '@ts-morph/common'

const root = join(import.meta.dirname, '../..')
const programs = ['contract', 'server', 'src', 'sw']
const aliases = { '#contract/': 'contract/', '#server/': 'server/', '#console/': 'src/', '#worker/': 'sw/', '#tests/': 'tests/' }

export interface Import {
  from: string
  /** File of the repository, or package name. */
  to: string
  /** Specifier. */
  text: string
  /** `type`: absent at run time; `lazy`: loaded on use. */
  kind: 'static' | 'type' | 'lazy'
}

/** Paths of the product's sources, without tests and declarations. */
export const sourceFiles: readonly string[] = programs
  .flatMap((program) => readdirSync(join(root, program), { recursive: true, encoding: 'utf8' }).map((name) => `${program}/${name}`))
  .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|d|gen)\.tsx?$/.test(path))
  .sort()

export const readSource = (path: string): string => readFileSync(join(root, path), 'utf8')

function targetOf(from: string, text: string): string {
  if (text.startsWith('.')) return relative(root, join(root, dirname(from), text.replace(/\?.*$/, '')))
  const alias = Object.entries(aliases).find(([name]) => text.startsWith(name))
  return alias ? alias[1] + text.slice(alias[0].length) : text
}

const isTypeOnly = ({ importClause }: ts.ImportDeclaration): boolean => {
  if (!importClause) return false
  const { name, namedBindings, isTypeOnly: whole } = importClause
  if (whole) return true
  return !name && !!namedBindings && ts.isNamedImports(namedBindings) && namedBindings.elements.every((one) => one.isTypeOnly)
}

function importsOf(path: string): Import[] {
  const found: Import[] = []
  const add = (node: ts.Expression | undefined, kind: Import['kind']) => {
    if (node && ts.isStringLiteralLike(node)) found.push({ from: path, to: targetOf(path, node.text), text: node.text, kind })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node) ? 'type' : 'static')
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static')
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], 'lazy')
    ts.forEachChild(node, visit)
  }
  visit(
    ts.createSourceFile(path, readSource(path), ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS),
  )
  return found
}

export const allImports: readonly Import[] = sourceFiles.flatMap(importsOf)
