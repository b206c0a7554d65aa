import { Eye } from 'lucide-react'
import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { PublicAddress, publicAddress } from '#console/kit/parts/public-address.tsx'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { landingPath } from '#contract/public-pages.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'

/** The address of the public page, and one of an hour that shows the page before it is published. */
export function PagePanel({ record }: { record: AnyRow }) {
  useLocale()
  const [preview, setPreview] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isPublished = record.status === 'publish'
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
  const texts = {
    title: t('landing-page.page'),
    note: t(preview ? 'landing-page.page.previewHint' : isPublished ? 'landing-page.page.published' : 'landing-page.page.draft'),
    ...{ copy: t('landing-page.page.copy'), copied: t('landing-page.page.copied'), notCopied: t('landing-page.page.notCopied') },
  }
  return (
    <PublicAddress address={preview ?? publicAddress(landingPath(toText(record.slug)))} texts={texts}>
      {record.version > 0 && (
        <Button busy={isBusy} onClick={() => void makePreview()}>
          <Eye aria-hidden="true" />
          {t('landing-page.page.preview')}
        </Button>
      )}
    </PublicAddress>
  )
}
