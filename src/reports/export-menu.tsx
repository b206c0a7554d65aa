import { Download } from 'lucide-react'
import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { useAccess } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { exportRefusalText } from '#console/kit/sheets/export-refusal-text.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#console/ui/dropdown-menu.tsx'
import { formatFilters, formatRange, formatSort } from '#contract/kit/field/list-query.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { namedReportCalls, type Report } from '#contract/kit/report/report.ts'
import { exportRefusal } from '#contract/kit/section/export-rule.ts'
import { exportFormats } from '#contract/kit/section/sheet.ts'
import type { ReportState } from './report-state.ts'

type Format = (typeof exportFormats)[number]

/** The rows as a file, in the order and as narrowed as they are shown; nothing without the permission. `of`: which ones, beside others. */
export function ExportMenu({ report, state, of }: { report: Report; state: ReportState; of?: string }) {
  const label = of ? t('report.exportOf', { name: of }) : t('report.export')
  const access = useAccess()
  const [isBusy, setBusy] = useState(false)
  const call = namedReportCalls(report).export
  if (!call || !report.export || !holds(access, `${report.export.action} ${report.permission}`)) return null
  const save = async (format: Format) => {
    setBusy(true)
    try {
      await loadMessages('sheets')
      const { choice, period, list } = state
      const refusal = exportRefusal([{ field: 'created_at', values: [formatRange(period.from, period.to)] }])
      if (refusal) return postMessage({ kind: 'error', text: exportRefusalText(refusal) })
      const query = { ...choice, query: formatFilters(list.filters, list.search), sort: formatSort(list.sort), format }
      const content = await request<Blob>(call, { query })
      await saveFile(content, `${report.name}-${period.from}_${period.to}.${format}`)
    } catch (error) {
      postMessage({ kind: 'error', text: localised(await reasonOf(error)) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button aria-haspopup="menu" aria-label={label} busy={isBusy} className="max-md:size-control max-md:px-0 print:hidden">
          {!isBusy && <Download aria-hidden="true" />}
          <span className="max-md:hidden">{t('report.export')}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {exportFormats.map((format) => (
          <DropdownMenuItem key={format} onSelect={() => void save(format)}>
            {t(`report.as.${format}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
