import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { invalidateSection } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { Progress } from '#console/ui/progress.tsx'
import type { ImportDetail, ImportSummary } from '#contract/leads/lead-import.ts'
import { undoImportPart } from './calls.ts'

/** Undoes an import completely, part by part; `onProgress` gets each count. Rejects offline: undone parts stay undone. */
async function undoImport(ref: string, onProgress: (so: ImportDetail) => void): Promise<ImportDetail> {
  try {
    for (;;) {
      const so = await undoImportPart(ref)
      onProgress(so)
      if (so.state === 'undone') return so
    }
  } finally {
    const { pullChanges } = await import('#console/data/start/sync.ts')
    pullChanges()
    await invalidateSection('leads')
  }
}

interface Props {
  so: ImportSummary
  onChange: (so: ImportDetail) => void
}

/** Undoes a whole import within a day; a started undo can be completed later. */
export function UndoButton({ so, onChange }: Props) {
  const [busy, setBusy] = useState(false)
  const began = so.state === 'undoing'
  if (!began && !so.undo_until) return null
  const undo = async () => {
    const sure =
      began ||
      (await confirm({
        title: t('import.undoTitle', { name: so.file_name }),
        detail: t('import.undoDetail', { created: so.created, updated: so.updated }),
        action: t('import.undo'),
        cancel: t('app.cancel'),
        close: t('app.close'),
        destructive: true,
      }))
    if (!sure) return
    setBusy(true)
    try {
      await undoImport(so.ref, onChange)
    } catch (error) {
      const offline = error instanceof ApiError && error.offline
      if (offline) postMessage({ kind: 'error', text: t('connection.none') })
      else postMessage({ kind: 'error', ...(error instanceof ApiError ? { text: error.message } : { message: 'app.wrong' }) })
    }
    setBusy(false)
  }
  const rows = so.created + so.updated
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button size="small" busy={busy} onClick={() => void undo()}>
        {!busy && <Undo2 aria-hidden="true" className="rtl:-scale-x-100" />}
        {t(began && !busy ? 'import.undoOn' : 'import.undo')}
      </Button>
      {busy ? (
        <Progress label={t('import.undoing')} value={((so.undone + so.kept) / Math.max(1, rows)) * 100} className="w-40" />
      ) : (
        so.undo_until &&
        !began && <span className="text-xs text-muted-foreground">{t('import.undoUntil', { at: formatDateTime(so.undo_until) })}</span>
      )}
    </div>
  )
}
