import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { serverDate } from '#console/data/base/server-clock.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { Segmented } from '#console/ui/radio.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Select } from '#console/ui/select.tsx'
import { formatFilters, formatSort, type ListQuery } from '#contract/kit/field/list-query.ts'
import { fieldOf, type Section } from '#contract/kit/section/section.ts'
import { exportFormats } from '#contract/kit/section/sheet.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { saveFile } from '../files/save-file.ts'
import { DurationFields } from '../list/filters/duration-fields.tsx'
import { formatNumber } from '../text/format.ts'
import { fieldLabel } from '../text/labels.ts'
import { downloadList } from './download.ts'
import { exportDurations, exportedList, initialPeriod, ruledDates } from './export-period.ts'
import { exportRefusalText } from './export-refusal-text.ts'

interface Props {
  section: Section
  query: ListQuery
  /** Names of the visible columns. */
  columns: readonly string[]
  onClose: () => void
}

/** Number of rows of a list; null while unknown, and for lists without a total. */
function useCount(section: Section, query: ListQuery, enabled: boolean): number | null {
  const isCounted = enabled && !section.wire.omitTotal
  const { data, isPlaceholderData } = useQuery({ ...listOptions(section, { ...query, page: 1, size: 1 }), enabled: isCounted })
  return isCounted && data && !isPlaceholderData ? data.total_record : null
}

/**
 * Exports the list: its current filters, and where the section has the rule a date and an allowed period
 * (docs/product/lists.md#export-by-date).
 */
export function ExportWindow({ section, query, columns, onClose }: Props) {
  const today = wibDay(serverDate())
  const fields = ruledDates(section)
  const [period, setPeriod] = useState(() => initialPeriod(section, query, today))
  const [format, setFormat] = useState<(typeof exportFormats)[number]>('xlsx')
  const [isAll, setAll] = useState(true)
  const [percent, setPercent] = useState<number | null>(null)
  const [refused, setMessage] = useState<string | null>(null)
  const control = useRef<AbortController | null>(null)
  const { asked, refusal } = exportedList(section, query, period, today)
  const count = useCount(section, asked, refusal === null)

  /** Clears the problem of the last choice. */
  const choose =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setMessage(null)
      set(value)
    }
  const stop = () => {
    control.current?.abort()
    control.current = null
    setPercent(null)
  }
  const close = () => {
    stop()
    onClose()
  }
  const start = async () => {
    const stopper = new AbortController()
    control.current = stopper
    setMessage(null)
    setPercent(0)
    try {
      const wire = {
        query: formatFilters(asked.filters, asked.search),
        sort: formatSort(asked.sort),
        format,
        columns: isAll ? '' : columns.join(),
      }
      const { content, name, rows } = await downloadList(section, wire, stopper.signal, setPercent)
      await saveFile(content, name)
      postMessage({ kind: 'success', text: t('export.done', { count: rows, shown: formatNumber(rows) }) })
      close()
    } catch (error) {
      if (stopper.signal.aborted) return
      setPercent(null)
      setMessage(error instanceof ApiError && !error.offline ? localised(error.message) : t('connection.none'))
    }
  }

  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('export.title', { name: t(`nav.${section.name}`) })}
      description={t(fields.length > 0 ? 'export.detail' : 'export.listDetail')}
      closeLabel={t('app.close')}
      footer={
        percent === null ? (
          <>
            <Button onClick={close}>{t('app.cancel')}</Button>
            <Button variant="primary" disabled={refusal !== null} onClick={() => void start()}>
              <Download aria-hidden="true" />
              {t('export.start')}
            </Button>
          </>
        ) : (
          <Button onClick={stop}>{t('app.cancel')}</Button>
        )
      }
    >
      <div className="flex flex-col gap-3 px-5 py-4">
        {refused && <Alert tone="danger">{refused}</Alert>}
        {percent === null ? (
          <>
            {fields.length > 0 && (
              <>
                <Select
                  aria-label={t('filters.dateField')}
                  value={period.field}
                  onChange={(event) => choose(setPeriod)({ ...period, field: event.currentTarget.value })}
                >
                  {fields.map((name) => (
                    <option key={name} value={name}>
                      {fieldLabel(name, fieldOf(section, name))}
                    </option>
                  ))}
                </Select>
                <DurationFields
                  value={period.duration}
                  today={today}
                  types={exportDurations}
                  onChange={(duration) => choose(setPeriod)({ ...period, duration })}
                />
              </>
            )}
            {refusal ? (
              <Alert tone="warning">{exportRefusalText(refusal)}</Alert>
            ) : (
              <p role="status" className="min-h-7 text-sm tabular-nums">
                {count !== null && t('export.all', { count, shown: formatNumber(count) })}
              </p>
            )}
            <Segmented
              label={t('export.columns')}
              value={isAll ? 'all' : 'shown'}
              options={[
                { value: 'all', label: t('export.allColumns') },
                { value: 'shown', label: t('export.shownColumns') },
              ]}
              onChange={(value) => setAll(value === 'all')}
            />
            <Segmented
              label={t('export.format')}
              value={format}
              options={exportFormats.map((value) => ({ value, label: value }))}
              onChange={choose(setFormat)}
            />
          </>
        ) : (
          <>
            <p role="status" className="text-sm">
              {t('export.running')}
            </p>
            <Progress label={t('export.running')} value={percent} />
          </>
        )}
      </div>
    </ResponsiveDialog>
  )
}
