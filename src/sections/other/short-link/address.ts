import { getConfig } from '#console/data/api/config.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { shortLinkPath } from '#contract/public-pages.ts'

/** Full URL of a short link, on the API that redirects it. */
export const shortLinkAddress = (slug: string): string =>
  new URL(shortLinkPath(slug), getConfig().hosts.main || window.location.origin).href

export async function copyAddress(slug: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(shortLinkAddress(slug))
    postMessage({ kind: 'success', text: t('short-link.copied') })
  } catch {
    postMessage({ kind: 'error', text: t('short-link.notCopied') })
  }
}
