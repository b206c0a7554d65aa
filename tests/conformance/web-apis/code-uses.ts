/** The features of the browsers' data that the console's programs use, read from their sources by the types of the compiler. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CallExpression, Expression, Identifier, Node, SourceFile } from 'typescript/unstable/ast'
import {
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isClassStaticBlockDeclaration,
  isElementAccessExpression,
  isIdentifier,
  isInterfaceDeclaration,
  isJsxAttribute,
  isJsxAttributes,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isNewExpression,
  isNonNullExpression,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isShorthandPropertyAssignment,
  isStringLiteralLikeNode,
  isTypeNode,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { API, type Symbol as CheckedSymbol, type Checker } from 'typescript/unstable/sync'
import { manifest } from '#console/manifest.ts'
import { at, data, type Feature, isRecent } from './compat.ts'

const root = join(import.meta.dirname, '../../..')
const api = data.api
const builtins = (data.javascript as unknown as { builtins: typeof api }).builtins

/** Every use: the path of the feature, such as `api.Navigator.share`, with the file. */
export interface Use {
  feature: string
  file: string
}

const recentNames = new Set<string>()
function collectNames(feature: Feature): void {
  for (const [key, inner] of Object.entries(feature)) {
    if (key === '__compat') continue
    collectNames(inner as Feature)
    if (!hasRecent(inner as Feature)) continue
    const name = key.replace(/_(?:static|event)$/, '')
    recentNames.add(name)
    if (key.endsWith('_event')) recentNames.add(`on${name}`)
  }
}
const hasRecent = (feature: Feature): boolean =>
  (!!feature.__compat && isRecent(feature)) ||
  Object.entries(feature).some(([key, inner]) => /_(?:parameter|static)$|^options/.test(key) && hasRecent(inner as Feature))
collectNames(api)
collectNames(builtins)

/** `navigator` of `(navigator as Newer)`: what stands under casts, brackets and `!`. */
const under = (node: Expression): Expression =>
  isParenthesizedExpression(node) || isAsExpression(node) || isNonNullExpression(node) ? under(node.expression) : node

interface Access {
  /** The name, whose symbol tells the interface; without one `owner` does. */
  name: string
  node?: Node
  owner?: string | undefined
  /** The call of the member, whose options may be features of their own. */
  call?: Node | undefined
}

const globals = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope', 'DedicatedWorkerGlobalScope']

/** The path of a member of an interface, which may be static, an event or its handler. */
function memberOf(owner: string, name: string): string | undefined {
  for (const area of ['api', 'javascript.builtins', 'javascript.builtins.Intl']) {
    const forms = [name, `${name}_static`, ...(/^on./.test(name) ? [`${name.slice(2)}_event`] : [])]
    const form = forms.find((one) => at(`${area}.${owner}.${one}`))
    if (form) return `${area}.${owner}.${form}`
  }
  return undefined
}

const globalOf = (name: string): string | undefined =>
  at(`api.${name}`)
    ? `api.${name}`
    : at(`javascript.builtins.${name}`)
      ? `javascript.builtins.${name}`
      : globals.map((owner) => memberOf(owner, name)).find((path) => path)

/** Options of a call that are features: `keepalive` of `fetch` is `api.fetch.init_keepalive_parameter`. */
function optionsOf(feature: string, call: Node): string[] {
  if (!isCallExpression(call) && !isNewExpression(call)) return []
  const homes = [feature, ...(feature === 'api.fetch' ? ['api.Request.Request'] : [])]
  return [...(call.arguments ?? [])].filter(isObjectLiteralExpression).flatMap((options) =>
    [...options.properties].flatMap((property) => {
      if (!isPropertyAssignment(property) && !isShorthandPropertyAssignment(property)) return []
      const name = property.name.getText()
      const value = isPropertyAssignment(property) && isStringLiteralLikeNode(property.initializer) ? property.initializer.text : ''
      return homes.flatMap((home) => {
        const names = Object.keys(at(home) ?? {})
        const found = names.filter((one) =>
          new RegExp(`^(?:options|init)_${name}_parameter$|^${name}$|^options_${name}_${value || '-'}$`).test(one),
        )
        const permission = feature.endsWith('Permissions.query') && name === 'name' ? [`api.Permissions.permission_${value}`] : []
        return [...found.map((one) => `${home}.${one}`), ...permission.filter((path) => at(path))]
      })
    }),
  )
}

const expressions: readonly [RegExp, string][] = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?<[a-z]/i, 'named_capturing_group'],
  [/\(\?[ims]*-?[ims]*:/, 'modifier'],
  [/\\p\{/i, 'unicode_character_class_escape'],
]

function* expressionFeatures(text: string): Generator<string> {
  const flags = text.slice(text.lastIndexOf('/') + 1)
  for (const [pattern, name] of expressions)
    if (pattern.test(name === 'modifier' ? text.replaceAll('(?:', '') : text)) yield `javascript.regular_expressions.${name}`
  if (flags.includes('v')) yield 'javascript.builtins.RegExp.unicodeSets'
  if (flags.includes('d')) yield 'javascript.builtins.RegExp.hasIndices'
}

/** Attributes of HTML as React spells them. */
function htmlFeatures(tag: string, attribute: string, value: string | undefined): string[] {
  const name = attribute.toLowerCase()
  const homes = [`html.elements.${tag}`, 'html.global_attributes']
  return homes.flatMap((home) => {
    const own = `${home}.${name}`
    const valued = value === undefined ? [] : [`${own}.${value}`, ...(name === 'type' ? [`${home}.type_${value}`] : [])]
    return [own, ...valued].filter((path) => at(path)?.__compat)
  })
}

/** Properties of `style={{ touchAction: 'none' }}`. */
function inlineStyle(node: Node | undefined): string[] {
  const found: string[] = []
  const visit = (each: Node): void => {
    if (isPropertyAssignment(each)) {
      const property = `css.properties.${each.name.getText().replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
      const value = isStringLiteralLikeNode(each.initializer) ? `${property}.${each.initializer.text}` : property
      found.push(...[property, value].filter((path) => at(path)?.__compat))
    }
    each.forEachChild(visit)
  }
  if (node) visit(node)
  return found
}

/** Types of recordings that the browser is asked for: the data has none of them, so each is on the page. */
const recordedTypes = (text: string): string[] =>
  /isTypeSupported|canPlayType/.test(text) ? [...text.matchAll(/'((?:audio|video)\/[^']+)'/g)].map(([, type]) => type ?? '') : []

/** Projects of the compiler, each with the folders of its sources. */
const projects = [
  { config: join(root, 'tsconfig/console.json'), folders: ['src', 'contract'] },
  { config: join(root, 'tsconfig/worker.json'), folders: ['sw'] },
]

/** All uses in the sources that the compiler reads. */
function sourceUses(): Use[] {
  const compiler = new API({ cwd: root })
  try {
    const snapshot = compiler.updateSnapshot({ openProjects: projects.map(({ config }) => config) })
    return projects.flatMap(({ config, folders }) => {
      const project = snapshot.getProject(config)
      if (!project) throw new Error(`${config} does not open`)
      const { program, checker } = project
      const files = program
        .getSourceFileNames()
        .map((path) => ({ path, file: relative(root, path) }))
        .filter(({ file }) => folders.some((folder) => file.startsWith(`${folder}/`)) && !/\.(?:test|d|gen)\.tsx?$/.test(file))
      return files.flatMap(({ path, file }) => {
        const source = program.getSourceFile(path)
        const features = source ? [...featuresOf(source, checker), ...recordedTypes(source.text)] : []
        return [...new Set(features)].map((feature) => ({ feature, file }))
      })
    })
  } finally {
    compiler.close()
  }
}

function featuresOf(source: SourceFile, checker: Checker): string[] {
  const found: string[] = []
  const members: Access[] = []
  const names: Identifier[] = []
  const add = (receiver: Node, name: string, { node, call }: Pick<Access, 'node' | 'call'> = {}) => {
    if (!recentNames.has(name)) return
    const plain = under(receiver as Expression)
    const owner = isIdentifier(plain) ? ownerCalled(plain.text) : undefined
    members.push({ name, call, owner, ...(node && { node }) })
  }
  const visit = (node: Node): void => {
    if (isTypeNode(node)) return
    const parent = node.parent
    const call = parent && (isCallExpression(parent) || isNewExpression(parent)) && parent.expression === node ? parent : undefined
    if (isPropertyAccessExpression(node)) add(node.expression, node.name.text, { node: node.name, call })
    else if (isElementAccessExpression(node) && isStringLiteralLikeNode(node.argumentExpression))
      add(node.expression, node.argumentExpression.text, { node: node.argumentExpression, call })
    else if (isBinaryExpression(node) && node.operatorToken.getText() === 'in' && isStringLiteralLikeNode(node.left))
      add(node.right, node.left.text)
    else if (isBindingElement(node) && isObjectBindingPattern(node.parent)) {
      const holder = node.parent.parent
      const key = node.propertyName ?? node.name
      const from = isVariableDeclaration(holder) && holder.initializer ? holder.initializer : holder
      if (key && isIdentifier(key)) add(from, key.text, { node: key })
    } else if (
      isIdentifier(node) &&
      recentNames.has(node.text) &&
      !(isPropertyAccessExpression(parent) && parent.name === node) &&
      globalOf(node.text)
    )
      names.push(node)
    else if (isStringLiteralLikeNode(node) && node.text.startsWith('image/') && at(`mediatypes.${node.text.replace('/', '.')}`))
      found.push(`mediatypes.${node.text.replace('/', '.')}`)
    else if (isRegularExpressionLiteral(node)) found.push(...expressionFeatures(node.text))
    else if (isClassStaticBlockDeclaration(node)) found.push('javascript.classes.static.initialization_blocks')
    if (isCallExpression(node)) found.push(...eventsOf(node))
    if (isJsxAttribute(node) && isJsxAttributes(node.parent)) {
      const tag = node.parent.parent
      const name = (isJsxOpeningElement(tag) || isJsxSelfClosingElement(tag)) && tag.tagName.getText()
      const value = node.initializer && isStringLiteralLikeNode(node.initializer) ? node.initializer.text : undefined
      if (name && /^[a-z]+\d?$/.test(name)) {
        if (at(`html.elements.${name}`)?.__compat) found.push(`html.elements.${name}`)
        found.push(...htmlFeatures(name, node.name.getText(), value))
        if (node.name.getText() === 'style') found.push(...inlineStyle(node.initializer))
      }
    }
    node.forEachChild(visit)
  }
  visit(source)

  const symbols = names.length ? checker.getSymbolAtLocation(names) : []
  names.forEach((node, index) => {
    const feature = isLibrary(symbols[index]) ? globalOf(node.text) : undefined
    if (!feature) return
    found.push(feature)
    const call = node.parent
    if (isNewExpression(call) && call.expression === node) {
      const made = memberOf(node.text, node.text)
      if (made) found.push(made, ...optionsOf(made, call))
    } else if (isCallExpression(call) && call.expression === node) found.push(...optionsOf(feature, call))
  })

  const asked = members.flatMap(({ node }) => (node ? [node] : []))
  const memberSymbols = asked.length ? checker.getSymbolAtLocation(asked) : []
  for (const { name, node, owner, call } of members) {
    const symbol = node && memberSymbols[asked.indexOf(node)]
    const owners = [...(symbol && isLibrary(symbol) ? declaringInterfaces(symbol) : []), ...(owner ? [owner] : [])]
    const paths = owners.map((one) => (one === 'globalThis' ? globalOf(name) : memberOf(one, name))).filter((path) => path !== undefined)
    // What several kinds of objects have from one mixin is old where one of them has had it for long.
    const feature = paths.find((path) => !isRecent(at(path) ?? {})) ?? paths[0]
    if (feature) found.push(feature, ...(call ? optionsOf(feature, call) : []))
  }
  return found
}

/** Interface of the objects that have this name everywhere. */
const ownerCalled = (name: string): string | undefined =>
  /^(?:globalThis|window|self)$/.test(name)
    ? 'globalThis'
    : ['Navigator', 'Document', 'Location', 'History', 'Screen', 'Performance'].find((owner) => owner.toLowerCase() === name)

function eventsOf({ expression, arguments: [type] }: CallExpression): string[] {
  if (!type || !isStringLiteralLikeNode(type)) return []
  const isMember = isPropertyAccessExpression(expression)
  if ((isMember ? expression.name.text : isIdentifier(expression) && expression.text) !== 'addEventListener') return []
  const receiver = isMember ? under(expression.expression) : undefined
  const owner = receiver ? isIdentifier(receiver) && ownerCalled(receiver.text) : 'globalThis'
  const event = `${type.text}_event`
  if (owner)
    return (owner === 'globalThis' ? globals : [owner])
      .map((one) => memberOf(one, event))
      .filter((path) => path !== undefined)
      .slice(0, 1)
  // Of an object of unknown kind: new where it is new to every kind.
  const everywhere = Object.keys(api)
    .map((one) => memberOf(one, event))
    .filter((path) => path !== undefined)
  return everywhere.every((path) => isRecent(at(path) ?? {})) ? everywhere.slice(0, 1) : []
}

const isLibrary = (symbol: CheckedSymbol | undefined) =>
  !!symbol?.declarations.length && symbol.declarations.every(({ path }) => /\/lib\.[\w.]+\.d\.ts$/.test(path))

/** Interfaces that extend each mixin of the library's declarations: `Body` is what `Request` and `Response` have in common. */
const heirs = new Map<string, string[]>()
function readHeirs(library: string): void {
  for (const [, heir = '', bases = ''] of readFileSync(library, 'utf8').matchAll(/^interface (\w+)(?:<.*?>)? extends ([^{]+) \{/gm))
    for (const base of bases.split(/,\s*/)) heirs.set(base, [...(heirs.get(base) ?? []), heir])
}
const heirsOf = (name: string): string[] => (heirs.get(name) ?? []).flatMap((heir) => [heir, ...heirsOf(heir)])

const readLibraries = new Set<string>()
const interfaces = new Map<string, string[]>()
/** The interfaces that declare a member, and for a mixin those that have it. */
function declaringInterfaces(symbol: CheckedSymbol): string[] {
  return symbol.declarations.flatMap((handle) => {
    const key = `${handle.path} ${handle.index}`
    const known = interfaces.get(key)
    if (known) return known
    if (!readLibraries.has(handle.path)) {
      readLibraries.add(handle.path)
      readHeirs(handle.path)
    }
    const holder = handle.resolve()?.parent
    // `declare var Notification: { requestPermission(): … }` holds what is static.
    const owner =
      holder && isInterfaceDeclaration(holder)
        ? holder.name.text
        : holder?.parent && isVariableDeclaration(holder.parent)
          ? holder.parent.name.getText()
          : ''
    const name = owner.replace(/^Readonly(?=Array|Map|Set)/, '').replace(/Constructor$/, '')
    const found = [name, ...heirsOf(owner)]
    interfaces.set(key, found)
    return found
  })
}

/** What no compiler reads: names of the script before the bundle, tags and attributes of the page. */
function plainUses(file: string): Use[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found: (string | undefined)[] = []
  for (const [, owner = '', name = ''] of text.matchAll(/\b(navigator|document|window|location|history)\??\.(\w+)/g))
    found.push(owner === 'window' ? globalOf(name) : memberOf(ownerCalled(owner) ?? '', name))
  for (const [, owner = '', name = ''] of text.matchAll(/\b([A-Z]\w+)\.(\w+)/g)) found.push(memberOf(owner, name))
  for (const [, name = ''] of text.matchAll(/(?<![\w.])(\w+)\(/g)) found.push(globalOf(name))
  for (const [, name = ''] of text.matchAll(/\.(\w+)/g))
    if (recentNames.has(name)) found.push(memberOf('Element', name), memberOf('HTMLElement', name))
  if (file.endsWith('.html'))
    for (const [, tag = '', attributes = ''] of text.matchAll(/<([a-z]+)([^>]*)>/g)) {
      if (at(`html.elements.${tag}`)?.__compat) found.push(`html.elements.${tag}`)
      for (const [, name = '', value] of attributes.matchAll(/([a-z-]+)="([^"]*)"/g)) found.push(...htmlFeatures(tag, name, value))
    }
  return [...new Set(found)].flatMap((feature) => (feature ? [{ feature, file }] : []))
}

/** Members of the manifest. */
const manifestUses = (): Use[] =>
  Object.keys(manifest).flatMap((name) =>
    at(`manifests.webapp.${name}`) ? [{ feature: `manifests.webapp.${name}`, file: 'src/manifest.ts' }] : [],
  )

const isText = (name: string) => /\.(?:js|html)$/.test(name)

export const codeUses = (): Use[] => [
  ...sourceUses(),
  ...[
    'index.html',
    ...readdirSync(join(root, 'public'))
      .filter(isText)
      .map((name) => `public/${name}`),
  ].flatMap(plainUses),
  ...manifestUses(),
]
