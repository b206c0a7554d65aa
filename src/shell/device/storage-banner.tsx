import { DatabaseZap } from 'lucide-react'
import { notifyBeforeReload } from '#console/data/base/before-reload.ts'
import { type DatabaseState, useDatabaseState } from '#console/data/cache/database-state.ts'
import { openDatabaseAnew } from '#console/data/cache/db.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'

/** Forms keep their drafts over the reload. */
function reload(): void {
  notifyBeforeReload()
  location.reload()
}

/** What is in the way of the database, and what helps (docs/offline.md#a-database-that-is-lost-or-silent). */
function Trouble({ state }: { state: Exclude<DatabaseState, 'ready' | 'refused'> }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warning-soft px-4 py-1.5 text-sm text-warning-text md:px-6"
    >
      <DatabaseZap aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{t(`storage.${state}`)}</strong> {t(`storage.${state}Detail`)}
      </p>
      {state === 'silent' && (
        <Button size="small" variant="quiet" onClick={() => void openDatabaseAnew().catch(() => undefined)}>
          {t('storage.tryAgain')}
        </Button>
      )}
      <Button size="small" onClick={reload}>
        {t(state === 'lost' ? 'storage.startAgain' : 'storage.reload')}
      </Button>
    </div>
  )
}

export function StorageBanner() {
  const state = useDatabaseState()
  // Without a database each save says what becomes of it.
  return state === 'ready' || state === 'refused' ? null : <Trouble state={state} />
}
