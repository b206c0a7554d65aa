/** Keys of the shell: Ctrl/⌘ K, '?', and single keys of the navigation (docs/product/access.md#navigation: ',' and '.'). */

import { getAccess } from '#console/data/api/session.ts'
import { actionIn, firstKeys, isTyped } from '#console/kit/text/first-keys.ts'
import { opens } from '#contract/nav.ts'
import { nav } from '../base/nav.ts'
import { isThere } from '../base/require-access.ts'
import { openWindow, shellWindowStore } from '../base/shell-window.ts'

export function listenToKeys(go: (path: string) => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const action = actionIn(firstKeys.everywhere, event)
    if (action === 'palette') {
      event.preventDefault()
      return openWindow('palette')
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event) || shellWindowStore.get()) return
    if (action === 'help') return openWindow('keys')
    const item = nav.find((entry) => entry.shortcut === event.key)
    if (item && isThere(item) && opens(item, getAccess())) go(item.path)
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
