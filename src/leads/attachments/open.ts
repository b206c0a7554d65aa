import { postMessage } from '#console/data/base/messages.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { t } from '#console/i18n/i18n.ts'
import { addressOfContent, openContent } from '#console/kit/text/open-content.ts'
import type { Item } from './fold.ts'
import { contentOptions } from './use-attachments.ts'

const load = (item: Item): Promise<Blob> => queryClient.fetchQuery({ ...contentOptions(item, false), networkMode: 'always' })

const complain = () => postMessage({ kind: 'error', text: t('attachments.notHere') })

/** Opens a PDF in a new tab. */
export const openDocument = (item: Item): Promise<void> => openContent(() => load(item), 'application/pdf', complain)

/** Downloads a file that browsers cannot show. */
export async function saveContent(item: Item): Promise<void> {
  try {
    const href = addressOfContent(await load(item), 'application/octet-stream')
    Object.assign(document.createElement('a'), { href, download: item.name }).click()
  } catch {
    complain()
  }
}
