import { Copy, Eye } from 'lucide-react'
import { useState } from 'react'
import { getConfig } from '#console/data/api/config.ts'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { landingPath } from '#contract/public-pages.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'

async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    postMessage({ kind: 'success', text: t('landing-page.page.copied') })
  } catch {
    postMessage({ kind: 'error', text: t('landing-page.page.notCopied') })
  }
}

/** The address of the public page, on the API that serves it, and one of an hour that shows the page before it is published. */
export function PagePanel({ record }: { record: AnyRow }) {
  useLocale()
  const [preview, setPreview] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const address = new URL(landingPath(toText(record.slug)), getConfig().hosts.main || window.location.origin).href
  const isPublished = record.status === 'publish'
  const shown = preview ?? address
  const makePreview = async () => {
    setBusy(true)
    try {
      const { url } = await request<{ url: string }>(sectionCall(landingPage, 'preview'), { params: { id: record.ref } })
      setPreview(url)
    } catch (error) {
      postMessage({ kind: 'error', text: await reasonOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="flex flex-col gap-3 rounded-lg border p-4 sm:col-span-2">
      <h2 className="text-sm font-medium">{t('landing-page.page')}</h2>
      <a
        href={shown}
        target="_blank"
        rel="noreferrer"
        dir="ltr"
        className="break-all text-start font-medium text-primary-text hover:underline"
      >
        {shown}
      </a>
      <p className="text-sm text-muted-foreground">
        {t(preview ? 'landing-page.page.previewHint' : isPublished ? 'landing-page.page.published' : 'landing-page.page.draft')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyAddress(shown)}>
          <Copy aria-hidden="true" />
          {t('landing-page.page.copy')}
        </Button>
        {record.version > 0 && (
          <Button busy={isBusy} onClick={() => void makePreview()}>
            <Eye aria-hidden="true" />
            {t('landing-page.page.preview')}
          </Button>
        )}
      </div>
    </section>
  )
}
