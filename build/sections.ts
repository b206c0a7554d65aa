import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { NavItem } from '../contract/nav.ts'
import { navAreas } from '../contract/nav-items.ts'
import { isSectionName, sections } from '../contract/sections/index.ts'
import { startMs } from '../src/data/outbox/wire/exchange.ts'

type IconNode = readonly (readonly [tag: string, attributes: Readonly<Record<string, string | number>>])[]

async function symbol({ name, icon }: NavItem): Promise<string> {
  const { __iconData: data }: { __iconData: { node: IconNode } } = await import(`lucide-react/icons/${icon}`)
  const shapes = data.node.map(([tag, attributes]) => {
    const written = Object.entries(attributes).flatMap(([key, value]) => (key === 'key' ? [] : [`${key}="${value}"`]))
    return `<${tag} ${written.join(' ')}/>`
  })
  return `<symbol id="nav-${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
}

/**
 * What the first screen needs of every section: the navigation with the paths of the lists, as data of the page, and its
 * pictures as symbols. They are there before any script and weigh nothing in one; a section says them once, in its definition.
 */
export function sectionsInPage(): Plugin {
  return {
    name: 'lapangan-sections',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { items, others } = await navAreas()
        const symbols = await Promise.all(items.map(symbol))
        return {
          html: html.replace('</body>', `<svg hidden aria-hidden="true">${symbols.join('')}</svg></body>`),
          tags: [
            { tag: 'meta', attrs: { name: 'sections', content: JSON.stringify([...items, ...others]) }, injectTo: 'head-prepend' },
            // For the scripts that run before any module.
            { tag: 'meta', attrs: { name: 'start-ms', content: String(startMs) }, injectTo: 'head-prepend' },
          ],
        }
      },
    },
  }
}

const root = join(import.meta.dirname, '..')

interface Listed {
  name: string
  /** Folder and file, such as 'content/post'. */
  file: string
  /** Its name in the module. */
  exported: string
}

/** What contract/sections/index.ts lists, except sections with routes of their own. */
async function listed(): Promise<Listed[]> {
  const index = readFileSync(join(root, 'contract/sections/index.ts'), 'utf8')
  const entry = /^ {2}'?([\w-]+)'?: \(\) => import\('\.\/([\w/-]+)\.ts'\)\.then\(\(module\) => module\.(\w+)\),$/gm
  const found: Listed[] = []
  for (const [, name = '', file = '', exported = ''] of index.matchAll(entry)) {
    const kind = isSectionName(name) && (await sections[name]()).kind
    if (kind !== 'board' && kind !== 'inbox') found.push({ name, file, exported })
  }
  return found
}

/** One module for a section: its definition, and its screens and words where there are files of its name. */
function moduleOf({ name, file, exported }: Listed): string {
  const own = (path: string, names: string) => (existsSync(join(root, path)) ? `export { ${names} } from '/${path}'\n` : '')
  return [
    own(`contract/sections/${file}.ts`, `${exported} as section`),
    own(`src/sections/${file}.tsx`, 'screens'),
    own(`src/i18n/sections/${name}.json`, 'default as words'),
  ].join('')
}

const virtual = /^\0virtual:section(?:s|\/([\w-]+))$/

/**
 * The screens of all sections as one list with one import each (src/sections/registry.ts), because every list of its own that the
 * first load carries weighs something for each section.
 */
export function sectionModules(): Plugin {
  return {
    name: 'lapangan-section-modules',
    resolveId: { filter: { id: /^virtual:section/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: virtual },
      async handler(id) {
        const all = await listed()
        const name = virtual.exec(id)?.[1]
        const found = all.find((each) => each.name === name)
        if (found) return moduleOf(found)
        const entries = all.map((each) => `'${each.name}': () => import('virtual:section/${each.name}')`)
        return `export const modules = { ${entries.join(', ')} }`
      },
    },
  }
}
