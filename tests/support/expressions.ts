/** All regular expressions of the product's sources. */
import { ts } from '@ts-morph/common'
import { readSource, sourceFiles } from './imports.ts'

export interface Expression {
  /** `file:line` */
  at: string
  source: string
  flags: string
}

const parsed = (path: string) =>
  ts.createSourceFile(path, readSource(path), ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)

function nodesOf<N extends ts.Node>(path: string, is: (node: ts.Node) => node is N): { node: N; at: string }[] {
  const file = parsed(path)
  const found: { node: N; at: string }[] = []
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push({ node, at: `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}` })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Those that are written as literals. */
export const literals: readonly Expression[] = sourceFiles.flatMap((path) =>
  nodesOf(path, ts.isRegularExpressionLiteral).map(({ node: { text }, at }) => {
    const end = text.lastIndexOf('/')
    return { at, source: text.slice(1, end), flags: text.slice(end + 1) }
  }),
)

const isConstructed = (node: ts.Node): node is ts.NewExpression => ts.isNewExpression(node) && node.expression.getText() === 'RegExp'

/** Files that build expressions of texts. */
export const buildingFiles: readonly string[] = sourceFiles.filter((path) => nodesOf(path, isConstructed).length)

/** Returns what a file builds of texts while it is loaded: `load` evaluates it anew. */
export async function builtIn(path: string, load: () => Promise<unknown>): Promise<Expression[]> {
  const found: Expression[] = []
  const Native = RegExp
  globalThis.RegExp = new Proxy(Native, {
    construct(target, [pattern, flags = '']: [string | RegExp, string?]) {
      const made = new target(pattern, flags)
      if (new Error().stack?.includes(path)) found.push({ at: path, source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    await load()
  } finally {
    globalThis.RegExp = Native
  }
  return found
}
