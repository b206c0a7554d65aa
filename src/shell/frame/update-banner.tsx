import { RefreshCw } from 'lucide-react'
import { applyUpdate, useUpdate } from '#console/data/start/worker.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'

/** A new version is ready: the console reloads after 60 s (docs/product/messages.md#new-version), or on a press. */
export function UpdateBanner() {
  const { waiting, countdown } = useUpdate()
  if (!waiting) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-primary-soft px-4 py-1.5 text-sm text-primary-text md:px-6">
      <RefreshCw aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <span role="status" className="font-semibold">
          {t('update.ready')}
        </span>{' '}
        <span className="tabular-nums">{countdown > 0 ? t('update.countdown', { seconds: countdown }) : t('update.uploading')}</span>
      </p>
      <Button size="small" onClick={() => void applyUpdate()}>
        {t('update.now')}
      </Button>
    </div>
  )
}
