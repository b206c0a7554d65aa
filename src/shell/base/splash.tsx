import { t } from '#console/i18n/i18n.ts'
import { Spinner } from '#console/ui/spinner.tsx'
import { Mark } from './mark.tsx'

/** Shown during the login check (docs/product/session.md#session). */
export function Splash() {
  return (
    <div role="status" className="flex min-h-dvh flex-col items-center justify-center gap-5 bg-background">
      <Mark className="size-12" />
      <Spinner className="size-5 text-muted-foreground" />
      <span className="sr-only">{t('app.loading')}</span>
    </div>
  )
}
