import type { Plugin } from 'vite'
import type { NavItem } from './contract/nav.ts'
import { navItems } from './contract/nav-items.ts'

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
        const items = await navItems()
        const symbols = await Promise.all(items.map(symbol))
        return {
          html: html.replace('</body>', `<svg hidden aria-hidden="true">${symbols.join('')}</svg></body>`),
          tags: [{ tag: 'meta', attrs: { name: 'sections', content: JSON.stringify(items) }, injectTo: 'head-prepend' }],
        }
      },
    },
  }
}
