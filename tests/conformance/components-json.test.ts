/** Configuration of `npx shadcn add`: components.json matches its schema, and aliases lead into this tree. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))

/** https://ui.shadcn.com/schema.json, as far as used here; unknown keys are an error there, too. */
const schema = v.strictObject({
  $schema: v.literal('https://ui.shadcn.com/schema.json'),
  style: v.picklist(['default', 'new-york']),
  rsc: v.literal(false),
  tsx: v.literal(true),
  tailwind: v.strictObject({
    config: v.literal(''),
    css: v.string(),
    baseColor: v.picklist(['neutral', 'gray', 'zinc', 'stone', 'slate']),
    cssVariables: v.boolean(),
    prefix: v.string(),
  }),
  iconLibrary: v.literal('lucide'),
  aliases: v.strictObject({ components: v.string(), ui: v.string(), lib: v.string(), hooks: v.string(), utils: v.string() }),
})
const imports = v.parse(v.object({ imports: v.record(v.string(), v.string()) }), read('package.json')).imports

/** Resolves an import alias like Node: the longest pattern first. */
function target(alias: string): string {
  const [pattern, to] =
    Object.entries(imports).find(([name]) => `${alias}/`.startsWith(name.replace('*', '')) || alias.startsWith(name.replace('*', ''))) ?? []
  if (!pattern || !to) throw new Error(`${alias} is no import of package.json`)
  return join(root, to.replace('/*', ''), alias.slice(pattern.length - '/*'.length))
}

it('components.json matches the schema of the CLI', () => {
  expect(v.safeParse(schema, read('components.json')).issues).toBeUndefined()
})

it('components.json leads to the components, to `cn` and to the style sheet with the tokens', () => {
  const { aliases, tailwind } = v.parse(schema, read('components.json'))
  expect(target(aliases.ui)).toBe(join(root, 'src/ui'))
  for (const alias of Object.values(aliases)) expect(existsSync(target(alias)), alias).toBe(true)
  expect(readFileSync(target(aliases.utils), 'utf8')).toMatch(/export .*\bcn\b/)
  expect(readFileSync(join(root, tailwind.css), 'utf8')).toContain('@import "tailwindcss"')
})

it('the style sheet has every colour that a component of the CLI names', () => {
  const theme = readFileSync(join(root, 'src/ui/theme.css'), 'utf8')
  const plain = ['background', 'border', 'input', 'ring', 'destructive']
  const paired = ['card', 'popover', 'primary', 'secondary', 'muted', 'accent'].flatMap((name) => [name, `${name}-foreground`])
  const missing = [...plain, ...paired].filter((name) => !theme.includes(`--color-${name}:`))
  expect(missing).toEqual([])
})
