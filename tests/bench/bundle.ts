/** Size of the built console, from its manifest and files, without assuming their names. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { sections } from '#contract/sections/index.ts'

const folder = resolve(import.meta.dirname, '../../dist/console')

interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

export interface Weight {
  raw: number
  gzip: number
  brotli: number
}

function weigh(files: Iterable<string>): Weight {
  const total: Weight = { raw: 0, gzip: 0, brotli: 0 }
  for (const file of files) {
    const content = readFileSync(join(folder, file))
    total.raw += content.length
    total.gzip += gzipSync(content, { level: 9 }).length
    total.brotli += /\.(png|woff2)$/.test(file) ? content.length : brotliCompressSync(content).length
  }
  return total
}

/** Files of a chunk with its static imports. */
function closure(manifest: Readonly<Record<string, Chunk>>, keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    closure(manifest, chunk.imports ?? [], seen)
  }
  return seen
}

const keysOf = (manifest: Readonly<Record<string, Chunk>>, wanted: RegExp) => Object.keys(manifest).filter((key) => wanted.test(key))

/** Scripts named in index.html, such as the boot script in `public/`. */
const pageScripts = () =>
  [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/<script[^>]+src="\/([^"]+)"/g)].map((match) => match[1] ?? '')

/** Files precached by the worker, from its built list. */
function precached(): string[] {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8')
  return [...new Set([...worker.matchAll(/["'`]?url["'`]?:\s*["'`]([^"'`]+)["'`]/g)].map((match) => match[1] ?? ''))].filter(
    (url) => !url.startsWith('http'),
  )
}

/** Parts of a section with lazily loaded screens, measured separately. */
const parts: readonly string[] = ['leads/attachments', 'leads/import']

/** Sections with custom screens (src/sections/<area>/<name>.tsx); all others are plain. */
const drawn = new Set(
  readdirSync(resolve(import.meta.dirname, '../../src/sections'), { recursive: true, encoding: 'utf8' }).flatMap(
    (path) => /^[^/]+\/([\w-]+)\.tsx$/.exec(path)?.[1] ?? [],
  ),
)

export const isPlain = (name: string): boolean => !drawn.has(name) && name !== 'leads' && !parts.includes(name)

export interface Bundle {
  /** Code before the first lead row: boot script, entry, list route, leads feature, messages. */
  firstLeadRow: Weight & { files: string[] }
  /** The same for a regular section: shell, list of sections, and the section's chunk with words. */
  firstRow: Weight
  /** Code of a guest's /login up to its first paint, with messages. */
  login: Weight & { files: string[] }
  /** Growth of the list of sections up to forty-five, gzip. */
  moreSections: number
  css: Weight
  /** Own chunks of a section: definition, screens and words, without shared engines. The inbox is measured separately. */
  sections: Record<string, Weight>
  /** The inbox with its windows, panel and words, without the shell and what it loads when idle. */
  inbox: Weight & { files: string[] }
  /** Additional chunks of a form with a full rich text: editor, tables, toolbar and words. */
  richText: Weight & { files: string[] }
  precache: Weight & { files: number }
}

/** Planned number of sections. */
const allSections = 45

/** Additional bytes, gzip, of the list of sections with placeholders for the missing ones. */
function moreSections(file: string): number {
  const content = readFileSync(join(folder, file), 'utf8')
  const missing = Math.max(0, allSections - Object.keys(sections).length)
  const made = Array.from({ length: missing }, (_, at) => {
    const hash = createHash('sha256').update(String(at)).digest('base64url')
    const name = `${hash.slice(0, 4)}-${hash.slice(4, 9)}`.toLowerCase()
    return `"${name}":()=>n(()=>import("./section-${name}-${hash.slice(-8)}.js").then(e=>e.t),[]),`
  })
  const zipped = (text: string) => gzipSync(text, { level: 9 }).length
  return zipped(content + made.join('')) - zipped(content)
}

/** Loaded by the shell after the first row: outbox, sync, alerts; and its windows, such as the palette. */
const shellLater = /^(_(device|alerts|start)-.*\.js|src\/shell\/.*\.tsx)$/
const inboxParts = /^src\/(routes\/_console\/chat-platform\/list\.tsx\?tsr-split=component|inbox\/.*|i18n\/en\/chat\.json)$/

function inboxFiles(manifest: Readonly<Record<string, Chunk>>, first: ReadonlySet<string>): string[] {
  const shell = closure(manifest, keysOf(manifest, shellLater), new Set(first))
  return [...closure(manifest, keysOf(manifest, inboxParts))].filter((file) => file.endsWith('.js') && !shell.has(file))
}

const formParts = /^_(form|windows)-/
const richTextParts =
  /^src\/(kit\/form\/inputs\/(rich-text-input\.tsx|rich-text\/(article-input\.tsx|table-steps\.ts))|i18n\/en\/editor\.json)$/

function richTextFiles(manifest: Readonly<Record<string, Chunk>>, first: ReadonlySet<string>): string[] {
  const form = closure(manifest, keysOf(manifest, formParts), new Set(first))
  return [...closure(manifest, keysOf(manifest, richTextParts))].filter((file) => file.endsWith('.js') && !form.has(file))
}

export function measureBundle(): Bundle {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const entries = Object.entries(manifest).filter(([, chunk]) => chunk.isEntry)
  const entryKeys = entries.map(([key]) => key)
  const login = closure(manifest, [
    ...entryKeys,
    ...keysOf(manifest, /^_guest-|^src\/guest\.tsx$|^src\/i18n\/en\/(first\.ts|session\.json)$/),
  ])
  const console = keysOf(manifest, /^_first-|^src\/console\.tsx$/)
  const first = closure(manifest, [...entryKeys, ...console])
  closure(manifest, keysOf(manifest, /routes\/_console(\.tsx|\/leads(\/|\.)list|\/leads(\/|\.)route|\/leads\.tsx)/), first)
  // With the leads' own chunk, and whatever else it imports.
  closure(manifest, keysOf(manifest, /^src\/i18n\/en\/first\.ts$|^_leads-[\w-]{8}\.js$/), first)
  const plain = closure(manifest, [...entryKeys, ...console])
  closure(
    manifest,
    keysOf(
      manifest,
      /routes\/_console(\.tsx|\/\$section(\/|\.)list|\/\$section(\/|\.)route)|^src\/i18n\/en\/first\.ts$|^_registry-|^_section-bank-/,
    ),
    plain,
  )
  for (const script of pageScripts()) for (const files of [first, plain, login]) files.add(script)
  const scripts = [...first].filter((file) => file.endsWith('.js'))
  const loginScripts = [...login].filter((file) => file.endsWith('.js'))
  const css = Object.values(manifest).map((chunk) => chunk.file)
  const files = precached()
  const chunkName = (name: string) => name.replace('/', '-')
  const isPart = (key: string) => parts.some((part) => key.startsWith(`src/${part}/`) || key.startsWith(`_${chunkName(part)}-`))
  const inbox = inboxFiles(manifest, first)
  const richText = richTextFiles(manifest, plain)
  const own = (name: string) =>
    keysOf(
      manifest,
      new RegExp(
        `((src|contract)/sections/\\w+/${name}\\.tsx?|src/${name}/.*\\.tsx?|src/routes/_console/${name}\\.tsx\\?tsr-split=component|^_(section-|definition-)?${chunkName(name)}(-late)?-[\\w-]{8}\\.js)$`,
      ),
    )
      .filter((key) => parts.includes(name) || !isPart(key))
      .flatMap((key) => manifest[key]?.file ?? [])
  return {
    firstLeadRow: { ...weigh(scripts), files: scripts },
    firstRow: weigh([...plain].filter((file) => file.endsWith('.js'))),
    login: { ...weigh(loginScripts), files: loginScripts },
    moreSections: moreSections([...plain].find((file) => file.includes('/registry-')) ?? ''),
    css: weigh(new Set(css.filter((file) => file.endsWith('.css')))),
    sections: Object.fromEntries(
      [...Object.keys(sections).filter((name) => name !== 'chat-platform'), ...parts].map((name) => [name, weigh(own(name))]),
    ),
    inbox: { ...weigh(inbox), files: inbox },
    richText: { ...weigh(richText), files: richText },
    precache: { ...weigh(files), files: files.length },
  }
}
