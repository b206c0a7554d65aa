/** Cleans rich text before it is shown; the server has cleaned stored text, this is for text it has not seen. */
import createPurify from 'dompurify'
import { embedAttributes, embedOf } from '#contract/lib/embed.ts'
import { storedAddress } from './stored-address.ts'

const purify = createPurify(window)

purify.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName === 'iframe' && node instanceof Element && !embedOf(node.getAttribute('src') ?? '')) node.remove()
})
purify.addHook('afterSanitizeAttributes', (node) => {
  const embed = node.tagName === 'IFRAME' ? embedOf(node.getAttribute('src') ?? '') : null
  if (embed)
    for (const [name, value] of Object.entries({ ...embedAttributes, src: embed.address, title: embed.name }))
      node.setAttribute(name, value)
  if (node.tagName === 'IMG' && !node.getAttribute('src')?.startsWith('/files/')) node.remove()
  if (node.tagName === 'IMG') node.setAttribute('loading', 'lazy')
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
})

/** The server's list (server/crud/write/rich-text.ts); tags that browsers add later are excluded. */
const options = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'blockquote', 'code', 'pre', 'hr'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'img', 'iframe'],
  ],
  ALLOWED_ATTR: ['href', 'src', 'alt', 'colspan', 'rowspan'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Cleaned, as a fragment. */
export function cleanFragment(html: string): DocumentFragment {
  const fragment = purify.sanitize(html, { ...options, RETURN_DOM_FRAGMENT: true })
  for (const picture of fragment.querySelectorAll('img')) picture.src = storedAddress(picture.getAttribute('src') ?? '')
  return fragment
}
