/** Finds possible network access by syntax: a search for `fetch(` misses aliases. */
import { ts } from '@ts-morph/common'

/** Globals with network access, or access to any global or module. */
const globals = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'globalThis', 'global', 'require', 'eval', 'Function'])
const members = new Set(['getBuiltinModule'])

/** Modules without connections. */
const quietModules = new Set([
  ...['async_hooks', 'crypto', 'events', 'fs', 'fs/promises', 'os', 'path', 'stream', 'stream/promises'].map((name) => `node:${name}`),
  ...['timers/promises', 'url', 'util', 'zlib'].map((name) => `node:${name}`),
  ...['@e965/xlsx', '@electric-sql/pglite', '@electric-sql/pglite/contrib/pg_trgm', '@node-rs/argon2', 'drizzle-orm'],
  ...[
    'drizzle-orm/migrator',
    'drizzle-orm/pg-core',
    'drizzle-orm/pglite',
    'drizzle-orm/pglite/migrator',
    'fflate',
    'hono',
    'hono/accepts',
    'hono/cors',
    'hono/html',
  ],
  ...['hono/http-exception', 'hono/request-id', 'hono/route', 'hono/secure-headers', 'isbot', 'luxon', 'otpauth', 'pdfkit', 'pino'],
  ...['busboy', 'prom-client', 'rate-limiter-flexible', 'sanitize-html', 'sharp', 'unpdf', 'valibot'],
])

/** Containers that name no other file. */
const formats = ['MATROSKA', 'MP4', 'MPEG_TS', 'QTFF', 'WEBM']

/** Exports of other modules without connections: servers, checks and types of errors. */
const quietNames: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['createServer', 'IncomingMessage'],
  'node:net': ['createServer', 'BlockList', 'isIP'],
  '@hono/node-server': ['createAdaptorServer', 'getConnInfo'],
  // It computes what others send.
  aws4fetch: ['AwsV4Signer'],
  jose: ['SignJWT', 'importPKCS8', 'jwtVerify', 'errors'],
  ofetch: ['FetchError'],
  // By path: its other sources read addresses.
  mediabunny: ['Conversion', 'EncodedPacketSink', 'FilePathSource', 'FilePathTarget', 'Input', 'Mp4OutputFormat', 'Output', ...formats],
  ws: ['WebSocketServer'],
}

const isOwn = (module: string) => /^[#.]/.test(module)

function describeImport(module: string, names: readonly string[]): string[] {
  if (isOwn(module) || quietModules.has(module)) return []
  return names.filter((name) => !quietNames[module]?.includes(name)).map((name) => `${module} ${name}`)
}

const textOf = (node: ts.Node | undefined) => (node && ts.isStringLiteralLike(node) ? node.text : '(computed)')

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  if (!importClause) return ['*']
  if (importClause.isTypeOnly) return []
  const { name, namedBindings } = importClause
  if (namedBindings && ts.isNamespaceImport(namedBindings)) return ['*']
  const named = namedBindings?.elements.filter(({ isTypeOnly }) => !isTypeOnly) ?? []
  return [...(name ? ['default'] : []), ...named.map((one) => (one.propertyName ?? one.name).text)]
}

function exportedNames({ exportClause, isTypeOnly }: ts.ExportDeclaration): string[] {
  if (isTypeOnly) return []
  if (!exportClause || !ts.isNamedExports(exportClause)) return ['*']
  return exportClause.elements.filter((one) => !one.isTypeOnly).map((one) => (one.propertyName ?? one.name).text)
}

/** Whether an identifier is a label: a property, a key, or an import's other name. */
function isLabel(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent)) return parent.name === node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  return ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)
}

function describeNode(node: ts.Node): string[] {
  if (ts.isImportDeclaration(node)) return describeImport(textOf(node.moduleSpecifier), importedNames(node))
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) return describeImport(textOf(node.moduleSpecifier), exportedNames(node))
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return describeImport(textOf(node.arguments[0]), ['*'])
  if (ts.isElementAccessExpression(node)) return members.has(textOf(node.argumentExpression)) ? [textOf(node.argumentExpression)] : []
  if (!ts.isIdentifier(node)) return []
  if (members.has(node.text)) return [node.text]
  return globals.has(node.text) && !isLabel(node) ? [node.text] : []
}

/** An extended class is a value, although the compiler counts it as a type node. */
function isType(node: ts.Node): boolean {
  if (ts.isExpressionWithTypeArguments(node))
    return ts.isHeritageClause(node.parent) && node.parent.token === ts.SyntaxKind.ImplementsKeyword
  return ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
}

/** Returns each global, or module with the name taken from it, through which the code could reach the network. */
export function findNetworkUses(text: string): string[] {
  const found = new Set<string>()
  function visit(node: ts.Node): void {
    if (isType(node)) return
    for (const use of describeNode(node)) found.add(use)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true))
  return [...found]
}
