import { Copy } from 'lucide-react'
import { getConfig } from '#console/data/api/config.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { eventPath } from '#contract/public-pages.ts'

async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    postMessage({ kind: 'success', text: t('event.page.copied') })
  } catch {
    postMessage({ kind: 'error', text: t('event.page.notCopied') })
  }
}

function noteOf({ status, visibility }: AnyRow): string {
  if (status === 'ended') return t('event.page.ended')
  return visibility === 'private' ? t('event.page.private') : t('event.page.published')
}

/** The address of an event's public page, on the API that serves it; with its key while it is private. */
export function PagePanel({ record }: { record: AnyRow }) {
  useLocale()
  const path = eventPath(toText(record.slug), record.visibility === 'private' ? toText(record.page_key) : null)
  const address = new URL(path, getConfig().hosts.main || window.location.origin).href
  return (
    <section className="flex flex-col gap-3 rounded-lg border p-4 sm:col-span-2">
      <h3 className="text-sm font-medium">{t('event.page')}</h3>
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        dir="ltr"
        className="break-all text-start font-medium text-primary-text hover:underline"
      >
        {address}
      </a>
      <p className="text-sm text-muted-foreground">{noteOf(record)}</p>
      <div>
        <Button onClick={() => void copyAddress(address)}>
          <Copy aria-hidden="true" />
          {t('event.page.copy')}
        </Button>
      </div>
    </section>
  )
}
