/** Node views of pictures and players in the editor. */
import type { NodeViewConstructor } from 'prosemirror-view'
import { embedOf } from '#contract/lib/embed.ts'
import { storedAddress } from '../../values/stored-address.ts'

const picture: NodeViewConstructor = ({ attrs }) => {
  const dom = document.createElement('img')
  dom.src = storedAddress(String(attrs.src))
  dom.alt = String(attrs.alt)
  dom.loading = 'lazy'
  return { dom }
}

/** A card with the player's URL: nothing is loaded from another host. */
const embed: NodeViewConstructor = ({ attrs }) => {
  const address = String(attrs.src)
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
}

export const views = { picture, embed }
