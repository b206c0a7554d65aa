import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { request } from '#console/data/api/request.ts'
import { serverDate } from '#console/data/base/server-clock.ts'
import { expectJob } from '#console/data/jobs/follow.ts'
import { tasksPanelStore } from '#console/data/jobs/panel.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { DurationFields } from '#console/kit/list/filters/duration-fields.tsx'
import { type Duration, durationRange } from '#console/kit/list/query/duration.ts'
import { exportDurations } from '#console/kit/sheets/export-period.ts'
import { exportRefusalText } from '#console/kit/sheets/export-refusal-text.ts'
import { getOwnSales } from '#console/kit/text/own-sales.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { unassigned } from '#contract/choices/options.ts'
import { type Filter, formatFilters, formatRange } from '#contract/kit/field/list-query.ts'
import { exportRefusal } from '#contract/kit/section/export-rule.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { exportChat } from '#contract/reports/export-chat.ts'
import { exportsKey } from '../export-queries.ts'

/** Asks for the messages of some days as a file, which a task makes (docs/product/reports.md#chats-as-files). */
export function ExportChatWindow({ onClose }: { onClose: () => void }) {
  const today = wibDay(serverDate())
  const [year = 0, month = 0] = today.split('-').map(Number)
  const [duration, setDuration] = useState<Duration>({ type: 'monthly', year, month })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isOnline = useConnection() === 'online'
  const why = useId()
  const range = durationRange(duration, today)
  const filters: Filter[] = range ? [{ field: 'created_at', values: [formatRange(range.from, range.to)] }] : []
  const refusal = exportRefusal(filters)
  const reason = !isOnline ? t('connection.none') : refusal && exportRefusalText(refusal)
  const start = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await request(exportChat, { body: { query: formatFilters(filters) } })
      expectJob()
      void queryClient.invalidateQueries({ queryKey: exportsKey })
      onClose()
      tasksPanelStore.set(true)
    } catch (error) {
      setProblem(localised(await reasonOf(error)))
      setBusy(false)
    }
  }
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('report.chats')}
      description={t(getOwnSales() === unassigned ? 'report.chatsDetail' : 'report.chatsOwn')}
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button variant="primary" busy={isBusy} disabled={reason !== null} aria-describedby={why} onClick={() => void start()}>
            {!isBusy && <Download aria-hidden="true" />}
            {t('report.makeFile')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-5 py-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        <DurationFields
          value={duration}
          today={today}
          types={exportDurations}
          onChange={(next) => {
            setProblem(null)
            setDuration(next)
          }}
        />
        <div id={why}>
          {reason ? <Alert tone="warning">{reason}</Alert> : <p className="text-sm text-muted-foreground">{t('report.inTasks')}</p>}
        </div>
      </div>
    </ResponsiveDialog>
  )
}
