import type { Plugin } from 'vite'
import { navIcons } from './src/shell/nav-icons.ts'

type IconNode = readonly (readonly [tag: string, attributes: Readonly<Record<string, string | number>>])[]

async function symbol(id: string, icon: string): Promise<string> {
  const { __iconData: data }: { __iconData: { node: IconNode } } = await import(`lucide-react/icons/${icon}`)
  const shapes = data.node.map(([tag, attributes]) => {
    const written = Object.entries(attributes).flatMap(([name, value]) => (name === 'key' ? [] : [`${name}="${value}"`]))
    return `<${tag} ${written.join(' ')}/>`
  })
  return `<symbol id="nav-${id}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
}

/** The pictures of the navigation as symbols of the page: they are there before any script, and weigh nothing in one. */
export function navSymbols(): Plugin {
  return {
    name: 'lapangan-nav-symbols',
    async transformIndexHtml(html) {
      const symbols = await Promise.all(Object.entries(navIcons).map(([id, icon]) => symbol(id, icon)))
      return html.replace('</body>', `<svg hidden aria-hidden="true">${symbols.join('')}</svg></body>`)
    },
  }
}
