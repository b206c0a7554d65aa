import { DatabaseZap } from 'lucide-react'
import { notifyBeforeReload } from '#console/data/base/before-reload.ts'
import { type DatabaseState, useDatabaseState } from '#console/data/cache/database-state.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'

/** Forms keep their drafts over the reload. */
function reload(): void {
  notifyBeforeReload()
  location.reload()
}

/** Two versions of the console want the same database: names the tab to reload or close. */
function Trouble({ state }: { state: Exclude<DatabaseState, 'ready'> }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warning-soft px-4 py-1.5 text-sm text-warning-text md:px-6"
    >
      <DatabaseZap aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{t(`storage.${state}`)}</strong> {t(`storage.${state}Detail`)}
      </p>
      {state === 'outdated' && (
        <Button size="small" onClick={reload}>
          {t('storage.reload')}
        </Button>
      )}
    </div>
  )
}

export function StorageBanner() {
  const state = useDatabaseState()
  return state === 'ready' ? null : <Trouble state={state} />
}
