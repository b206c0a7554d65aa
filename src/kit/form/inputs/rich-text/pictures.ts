/** Pictures and players in a rich text, each a block of its own. */
import { Node } from '@tiptap/react'
import { embedAttributes, embedOf } from '#contract/lib/embed.ts'
import { storedAddress } from '../../clean-html.ts'

export const picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' } }),
  parseHTML: () => [{ tag: 'img[src^="/files/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', { ...HTMLAttributes, loading: 'lazy' }],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img')
      dom.src = storedAddress(String(node.attrs.src))
      dom.alt = String(node.attrs.alt)
      dom.loading = 'lazy'
      return { dom }
    },
})

/** While it is written, a player is a card with its address: nothing of another place is asked for. */
export const embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'iframe[src]',
      getAttrs: (element) => {
        const found = embedOf(element.getAttribute('src') ?? '')
        return found && { src: found.address }
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['iframe', { ...embedAttributes, ...HTMLAttributes }],
  addNodeView:
    () =>
    ({ node }) => {
      const address = String(node.attrs.src)
      const dom = document.createElement('figure')
      dom.className = 'my-3 flex items-center gap-3 rounded-lg border bg-muted p-4 text-sm'
      const name = document.createElement('strong')
      name.textContent = `▶ ${embedOf(address)?.name ?? ''}`
      const where = document.createElement('span')
      where.className = 'min-w-0 truncate text-muted-foreground'
      where.dir = 'ltr'
      where.textContent = address
      dom.append(name, where)
      return { dom }
    },
})
