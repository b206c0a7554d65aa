import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'
import { locales } from '../src/i18n/locales.ts'

/**
 * Few chunks, cut along what is needed when: each group holds what its roots import statically and no earlier group has.
 * Without it every module that two lazy screens share becomes a request of its own.
 */
interface ModuleInfo {
  importedIds: readonly string[]
  /** Modules that import it statically. */
  importers: readonly string[]
}
interface Context {
  getModuleInfo(id: string): ModuleInfo | null
}

interface Group {
  name: string
  roots: readonly string[]
  /** Takes only what these reach, too. */
  sharedWith?: readonly string[]
  /** A folder whose files are roots, too. */
  folder?: string
}

const consoleRoots = ['src/console.tsx', 'src/routes/_console.tsx?tsr-split=component', 'src/kit/define-section.tsx']

const groups: readonly Group[] = [
  // With every visit: React, session, language, and the parts of which both a guest's screens and the console are made.
  { name: 'base', roots: ['src/main.tsx'] },
  { name: 'base', roots: ['src/guest.tsx'], sharedWith: consoleRoots },
  // The leads have one beside their rows: in the chunk of a guest's screens, that would be fetched for it.
  { name: 'base', roots: ['src/ui/select.tsx'] },
  { name: 'guest', roots: ['src/guest.tsx'] },
  // Up to the first row of any list.
  { name: 'first', roots: consoleRoots },
  // The list of all sections, beside a regular section's own chunk.
  {
    name: 'registry',
    roots: ['src/sections/registry.ts'],
  },
  { name: 'leads', roots: ['src/leads/screens.tsx'] },
  // After the first row: the device's database, the outbox and the sync.
  {
    name: 'device',
    roots: [
      'src/data/start/services.ts',
      'src/data/cache/db.ts',
      'src/data/writes/start.ts',
      'src/data/writes/new-row.ts',
      'src/data/start/sync.ts',
      'src/data/cache/cached-rows.ts',
      'src/kit/parts/marks.tsx',
    ],
  },
  // What windows, menus and searches are made of, without the form engine: the inbox needs the one and not the other.
  {
    name: 'windows',
    folder: 'src/ui',
    roots: [
      'src/kit/parts/status-badge.tsx',
      'src/kit/form/values/draft.ts',
      'src/kit/text/insert-text.ts',
      'contract/lib/search/fuzzy-terms.ts',
      'src/kit/form/values/use-address.ts',
      'src/kit/form/values/picture.ts',
      'src/kit/list/table/no-rows.tsx',
    ],
  },
  // With the routes that show it, which would each be a request between the click and the form.
  {
    name: 'form',
    roots: [
      'src/kit/form/screen/form-screen.tsx',
      'src/sections/pages.ts',
      'src/leads/lead-form.tsx',
      'src/routes/_console/$section/$.tsx?tsr-split=component',
    ],
  },
  // What the shell and a list load by themselves once the first row is there, and what waits for a touch.
  {
    name: 'late',
    roots: [
      'src/shell/frame/toast-region.tsx',
      'src/shell/frame/late-banners.tsx',
      'src/shell/memory/memory-banner.tsx',
      'src/shell/frame/waiting-chip.tsx',
      'src/shell/frame/top-nav.tsx',
      'src/shell/frame/snapshot.ts',
      'src/data/start/service-worker.ts',
      'src/data/query/keep-reads.ts',
      'src/kit/list/rows/side-scrollbar.tsx',
      'src/kit/list/filters/columns-menu.tsx',
      'src/kit/list/table/row-menu.tsx',
      'src/kit/list/filters/views.tsx',
      'src/kit/list/rows/after-rows.tsx',
      'src/kit/actions/ask-and-remove.ts',
      'src/kit/list/filters/view-links.tsx',
      'src/kit/list/filters/view-tabs.tsx',
      'src/kit/list/filters/body-switch.tsx',
      'src/kit/list/screen/stacked-pane.tsx',
      'src/kit/list/table/switch-cell.tsx',
      'src/kit/list/table/inline-select.tsx',
      'src/kit/list/table/move-buttons.tsx',
      'src/kit/list/screen/list-foot.tsx',
      'src/kit/list/rows/more-rows.tsx',
      'src/kit/list/filters/filter-chips.tsx',
      'src/kit/list/table/thumbnail.tsx',
      'src/kit/sheets/sheet-buttons.tsx',
    ],
  },
  {
    name: 'leads-late',
    roots: ['src/leads/sync-status.tsx', 'src/leads/status-menu.tsx', 'src/leads/bulk-actions.tsx'],
  },
  { name: 'leads-attachments', roots: ['src/leads/attachments/attachments.tsx'] },
  { name: 'reports', roots: ['src/routes/_console/report/$.tsx?tsr-split=component', 'src/reports/load-report.ts'] },
]

/** Catalogs that are asked for one after the other as soon as the first row is there: one request for each language. */
const lateWords = /\/src\/i18n\/(\w+)\/(?:conflict|filters|forms|kit|memory|outbox|preferences|sections|sync|tasks)\.json$/

/** The regular section whose chunk a module is part of: its definition, its own screens or its words. */
const sectionOf = (id: string): string | undefined =>
  /(?:\/(?:contract\/sections\/\w+|src\/sections\/\w+|src\/i18n\/sections)\/([\w-]+)\.(?:tsx?|json)|virtual:section\/([\w-]+))$/
    .exec(id)
    ?.slice(1)
    .find((name) => name !== undefined)

/** Icons of both a guest's screens and the console: the bundler would put them into the first of the two. */
const baseIcons = /\/icons\/(?:triangle-exclamation-point|chevron-down)\.m?js$/

const chunkOf = new Map<string, string>()
let walked = false

/** What a library's index names and only lazy screens use: the index is walked, so they would all be in the first chunk. */
const lazyOnly =
  /\/(?:useBlocker|useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver|hydration)\.js$/

/** Whether a module may be put into a group: an index of icons imports them all; which ones a chunk uses the bundler knows better. */
const isGrouped = (id: string) => !id.includes('/lucide-react/') && !lazyOnly.test(id)

/** Modules that the roots reach and that `stops` does not hold back; ids are absolute, so a root is found as their ending. */
function reach(context: Context, roots: readonly string[], stops: (id: string) => boolean): Set<string> {
  const reached = new Set<string>()
  const open = [...roots]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const info = context.getModuleInfo(id)
    if (!info || reached.has(id) || !isGrouped(id) || stops(id)) continue
    reached.add(id)
    open.push(...info.importedIds)
  }
  return reached
}

/** Walks the graph once. */
function walk(context: Context, root: string): void {
  const absolute = (paths: readonly string[]) => paths.map((path) => `${root}/${path}`)
  for (const { name, roots, folder, sharedWith } of groups) {
    const files = folder ? readdirSync(`${root}/${folder}`).map((file) => `${folder}/${file}`) : []
    const other = sharedWith && reach(context, absolute(sharedWith), () => false)
    for (const id of reach(context, absolute([...roots, ...files]), (each) => chunkOf.has(each)))
      if (!other || other.has(id)) chunkOf.set(id, name)
  }
}

/** For rolldown's `codeSplitting.groups`: one group per name, the first taking its modules before the others. */
export function chunkGroups(root: string) {
  const words = {
    debugName: 'words',
    priority: groups.length + 1,
    name: (id: string) => {
      const locale = lateWords.exec(id)?.[1]
      return locale ? `words-${locale}` : null
    },
  }
  const names = [...new Set(groups.map(({ name }) => name))]
  const walks = names.map((name, index) => ({
    debugName: name,
    priority: names.length - index,
    name(id: string, context: Context): string | null {
      if (!walked) walk(context, root)
      walked = true
      const own = id.includes('rolldown/runtime') || baseIcons.test(id) ? 'base' : chunkOf.get(id)
      return own === name ? name : null
    },
  }))
  const sections = {
    debugName: 'sections',
    priority: 0.5,
    name(id: string, context: Context): string | null {
      const section = chunkOf.has(id) ? undefined : sectionOf(id)
      if (!section) return null
      // A definition that other areas import, too, comes to them without screens and words.
      const isShared = context.getModuleInfo(id)?.importers.some((from) => sectionOf(from) !== section) ?? false
      return isShared ? `definition-${section}` : `section-${section}`
    },
  }
  return [words, ...walks, sections]
}

/**
 * Names in the page the message catalog of each language and the chunk of each section, for boot.js to fetch beside the first
 * chunk, because only the device knows the language and the path. Without it they are found after the first chunk has run, a
 * round trip later.
 */
export function chunkNames(): Plugin {
  return {
    name: 'lapangan-chunk-names',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const names: Record<string, string[]> = {}
        for (const chunk of Object.values(bundle ?? {})) {
          if (chunk.type !== 'chunk') continue
          for (const id of chunk.moduleIds) {
            const name =
              /\/src\/(?:i18n\/(\w+)\/first\.ts|(console|guest)\.tsx|i18n\/\w+\/(session)\.json|(leads)\/screens\.tsx|sections\/(registry)\.ts)$/.exec(
                id,
              )
            // A definition that lies with the shell or with another screen is loaded with that, and is no reason to fetch it.
            const own = /^(section|definition)-/.test(chunk.name) ? sectionOf(id) : undefined
            const found = name?.slice(1).find((each) => each !== undefined) ?? own
            const key = found === 'session' ? `session-${/i18n\/(\w+)/.exec(id)?.[1]}` : found
            if (key) names[key] = [...new Set([...(names[key] ?? []), `/${chunk.fileName}`])]
          }
        }
        // Without one of these nothing is drawn; the worker looks whether the device has them (sw/open-page.ts).
        const start = new Set<string>()
        const open = [...(names.console ?? []), ...locales.flatMap((locale) => names[locale] ?? [])].map((path) => path.slice(1))
        for (const [, file = ''] of html.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)) open.push(file)
        for (let file = open.pop(); file !== undefined; file = open.pop()) {
          const chunk = bundle?.[file]
          if (chunk?.type !== 'chunk' || start.has(`/${file}`)) continue
          start.add(`/${file}`)
          open.push(...chunk.imports)
        }
        const meta = (name: string, content: string) => ({ tag: 'meta', attrs: { name, content }, injectTo: 'head-prepend' as const })
        return [meta('chunks', JSON.stringify(names)), meta('start', [...start].join(' '))]
      },
    },
  }
}

/** The shell is drawn by the page alone: the style sheet comes behind it, and holds up nothing but what the bundle draws. */
export function shellFirst(): Plugin {
  return {
    name: 'lapangan-shell-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const sheet = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0]
        return bundle && sheet ? html.replace(sheet, '').replace('</body>', `${sheet.trim()}</body>`) : html
      },
    },
  }
}

const manifestLink = /\s*<link rel="manifest"[^>]*>/

/** The page asks for its manifest, and the browser for the icon in it, once there are rows (src/data/start/install-prompt.ts). */
export function manifestLater(): Plugin {
  return {
    name: 'lapangan-manifest-later',
    // Behind the plugin that puts the link there, which comes late itself.
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle && !manifestLink.test(html)) throw new Error('no link to the manifest is there to be taken out')
        return html.replace(manifestLink, '')
      },
    },
  }
}

/**
 * Everything of the first chunks is called at once, so it is compiled while it still arrives, off the page's own thread,
 * instead of function by function when it runs. Browsers that do not know the words skip a comment.
 */
export function compileEarly(): Plugin {
  return {
    name: 'lapangan-compile-early',
    // Behind every plugin that writes into the head of a chunk, because the words count only as its first line.
    async writeBundle({ dir = '' }, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.moduleIds.some((id) => /\/src\/(?:main|guest|console)\.tsx$/.test(id))) continue
        const path = join(dir, chunk.fileName)
        await writeFile(path, `//# allFunctionsCalledOnLoad\n${await readFile(path, 'utf8')}`)
      }
    },
  }
}

/** The script that the page runs before the bundle is no module of it, so the bundler leaves its comments in. */
export function minifyBoot(): Plugin {
  return {
    name: 'lapangan-minify-boot',
    async writeBundle({ dir = '' }) {
      const path = join(dir, 'boot.js')
      const { code } = await minify(path, await readFile(path, 'utf8'), { module: false })
      await writeFile(path, code)
    },
  }
}

/**
 * A dynamic import as it is. Vite's own helper would fetch style sheets and preload imports first, of which this build has none:
 * one sheet serves every screen, and the page preloads what it knows.
 */
export function plainImports(): Plugin {
  return {
    name: 'lapangan-plain-imports',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}

/** Changes go through the outbox: the client of reads gets a cache that has no mutations, and leaves their code out of the first chunk. */
export function readsOnly(): Plugin {
  return {
    name: 'lapangan-reads-only',
    enforce: 'pre',
    load: {
      filter: { id: /\/query-core\/build\/modern\/mutationCache\.js/ },
      handler: () =>
        'export class MutationCache { getAll() { return [] } findAll() { return [] } clear() {} async resumePausedMutations() {} }',
    },
  }
}

/** The router gets its own way to read and write the search of an address (src/router.tsx): the one it comes with is left out. */
export function ownSearch(): Plugin {
  const names = ['defaultParseSearch', 'defaultStringifySearch', 'parseSearchWith', 'stringifySearchWith']
  return {
    name: 'lapangan-own-search',
    enforce: 'pre',
    load: {
      filter: { id: /\/router-core\/dist\/esm\/searchParams\.js/ },
      handler: () => names.map((name) => `export const ${name} = undefined`).join('\n'),
    },
  }
}
