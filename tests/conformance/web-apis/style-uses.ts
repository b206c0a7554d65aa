/** The features of the browsers' data that the console's style uses, read from what the build makes of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Document, type Rule } from 'postcss'
import { build } from 'vite'
import type { Use } from './code-uses.ts'
import { at, data, type Feature } from './compat.ts'

const root = join(import.meta.dirname, '../../..')

/** Functions and types of values by their names: `light-dark` is `css.types.color.light-dark`. */
const types = new Map<string, string>()
const css = data.css as Feature & { types: Feature }
for (const [type, feature] of Object.entries(css.types)) {
  types.set(type, `css.types.${type}`)
  for (const name of Object.keys(feature as Feature))
    if (name !== '__compat' && !types.has(name)) types.set(name, `css.types.${type}.${name}`)
}

const units: readonly [RegExp, string][] = [
  [/\d(?:dv[hwib]|dvmin|dvmax)\b/, 'css.types.length.viewport_percentage_units_dynamic'],
  [/\d(?:sv[hwib]|svmin|svmax)\b/, 'css.types.length.viewport_percentage_units_small'],
  [/\d(?:lv[hwib]|lvmin|lvmax)\b/, 'css.types.length.viewport_percentage_units_large'],
  [/\dcq(?:w|h|i|b|min|max)\b/, 'css.types.length.container_query_length_units'],
  [/\dlh\b/, 'css.types.length.lh'],
  [/\drlh\b/, 'css.types.length.rlh'],
]

const known = (paths: readonly string[]) => paths.filter((path) => at(path)?.__compat)

function declarationFeatures({ prop, value }: Declaration): string[] {
  const plain = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  const functions = [...plain.matchAll(/(?<![\w-])([a-z][\w-]*)\(/gi)].flatMap(([, name = '']) => types.get(name.toLowerCase()) ?? [])
  const relative = [...plain.matchAll(/(?<![\w-])([a-z]+)\(from\b/g)].map(([, name]) => `css.types.color.${name}.relative_syntax`)
  const gradient = [...plain.matchAll(/(?<![\w-])([\w-]+-gradient)\([^)]*\bin (?:ok|srgb|hsl|lab|lch)/g)].map(
    ([, name = '']) => `${types.get(name)}.interpolation_color_space`,
  )
  const words = [...plain.replace(/var\([^)]*\)/g, '').matchAll(/(?<![\w-])[a-z][a-z-]+(?![\w(-])/g)].map(([word]) => word)
  const ofUnits = units.filter(([pattern]) => pattern.test(plain)).map(([, path]) => path)
  if (prop.startsWith('--')) return known([...functions, ...relative, ...gradient, ...ofUnits])
  const property = `css.properties.${prop}`
  return known([property, ...words.map((word) => `${property}.${word}`), ...functions, ...relative, ...gradient, ...ofUnits])
}

const selectorFeatures = (selector: string): string[] =>
  known([
    ...[...selector.replace(/\\./g, '').matchAll(/::?([a-z-]+)/g)].map(([, name]) => `css.selectors.${name}`),
    ...(selector.replace(/\\./g, '').includes('&') ? ['css.selectors.nesting'] : []),
  ])

const atRuleFeatures = ({ name, params }: AtRule): string[] =>
  known([
    `css.at-rules.${name}`,
    ...(name === 'media' ? [...params.matchAll(/\(([a-z-]+)/g)].map(([, feature]) => `css.at-rules.media.${feature}`) : []),
    ...(name === 'media' && /[<>]/.test(params) ? ['css.at-rules.media.range_syntax'] : []),
    ...(name === 'supports' && params.includes('selector(') ? ['css.at-rules.supports.selector'] : []),
  ])

/** The most special class of each selector of a rule, as the sources write it. */
function classesOf(node: Declaration | Rule | AtRule): string[] {
  const selectors: string[] = []
  for (let each: ChildNode | Container | Document | undefined = node; each; each = each.parent)
    if (each.type === 'rule') selectors.push(...(each as Rule).selectors)
  return selectors.flatMap((selector) => {
    const names = [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'))
    return names.sort((one, other) => other.length - one.length).slice(0, 1)
  })
}

interface Styled {
  feature: string
  classes: string[]
}

function featuresOf(sheet: string): Styled[] {
  const found: Styled[] = []
  postcss.parse(sheet).walk((node) => {
    if (node.type === 'comment') return
    const features =
      node.type === 'decl'
        ? declarationFeatures(node)
        : node.type === 'rule'
          ? [...selectorFeatures(node.selector), ...(node.parent?.type === 'rule' ? known(['css.selectors.nesting']) : [])]
          : atRuleFeatures(node)
    const classes = features.length ? classesOf(node) : []
    found.push(...features.map((feature) => ({ feature, classes })))
  })
  return found
}

/** The style sheet that the build delivers. */
async function builtSheet(): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [tailwindcss()],
    build: { write: false, target: 'es2022', rolldownOptions: { input: join(root, 'src/styles.css') } },
  })
  const sheet = [made]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .find(({ fileName }) => fileName.endsWith('.css'))
  if (sheet?.type !== 'asset') throw new Error('The build made no style sheet')
  return String(sheet.source)
}

/** Uses of the style, and the names with a vendor's prefix that stand beside the plain ones. */
export async function styleUses(): Promise<{ uses: Use[]; prefixed: ReadonlySet<string> }> {
  const sheet = await builtSheet()
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((file) => /(?<!\.test)\.(?:tsx?|css)$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const words = new Map<string, Set<string>>()
  for (const { file, text } of sources)
    for (const word of text.split(/[\s"'`{}]+/)) words.set(word, (words.get(word) ?? new Set()).add(file))
  const uses: Use[] = []
  for (const { feature, classes } of featuresOf(sheet)) {
    const files = new Set(classes.flatMap((name) => [...(words.get(name) ?? [])]))
    uses.push(...[...(files.size ? files : ['src/styles.css'])].map((file) => ({ feature, file })))
  }
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  const own = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  uses.push(...featuresOf(own).map(({ feature }) => ({ feature, file: 'index.html' })))
  return { uses, prefixed: new Set([...`${sheet}${own}`.matchAll(/-(?:webkit|moz)-[a-z-]+/g)].map(([name]) => name)) }
}
