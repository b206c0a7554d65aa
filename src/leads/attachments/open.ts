import { postMessage } from '#console/data/messages.ts'
import { queryClient } from '#console/data/query-client.ts'
import { t } from '#console/i18n/i18n.ts'
import type { Item } from './fold.ts'
import { contentOptions } from './use-attachments.ts'

/** Long enough for a tab or a download to have taken the content. */
const urlLifetimeMs = 60_000

async function addressOf(item: Item, type: string): Promise<string> {
  const content = await queryClient.fetchQuery({ ...contentOptions(item, false), networkMode: 'always' })
  const address = URL.createObjectURL(new Blob([content], { type }))
  setTimeout(() => URL.revokeObjectURL(address), urlLifetimeMs)
  return address
}

const complain = () => postMessage({ kind: 'error', text: t('attachments.notHere') })

/** A PDF in a tab of its own. The tab opens with the press, because one that opens later is taken for an unwanted one. */
export async function openDocument(item: Item): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const address = await addressOf(item, 'application/pdf')
    if (tab) tab.location.href = address
    else location.assign(address)
  } catch {
    tab?.close()
    complain()
  }
}

/** What no page can show goes to the device's own programs. */
export async function saveContent(item: Item): Promise<void> {
  try {
    const href = await addressOf(item, 'application/octet-stream')
    Object.assign(document.createElement('a'), { href, download: item.name }).click()
  } catch {
    complain()
  }
}
