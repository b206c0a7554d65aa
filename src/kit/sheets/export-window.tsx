import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError } from '#console/data/api-error.ts'
import { postMessage } from '#console/data/messages.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/format.ts'
import { fieldLabel } from '#console/kit/labels.ts'
import { type Duration, durationRange, readDuration } from '#console/kit/list/duration.ts'
import { DurationFields } from '#console/kit/list/duration-fields.tsx'
import { saveFile } from '#console/kit/save-file.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { Segmented } from '#console/ui/radio.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Select } from '#console/ui/select.tsx'
import { formatFilters, formatRange, formatSort, type ListQuery, parseRange, withFilter } from '#contract/kit/list-query.ts'
import type { Section } from '#contract/kit/section.ts'
import { exportFormats } from '#contract/kit/sheet.ts'
import { exportDateFields, exportRefusal } from '#contract/lib/export-rule.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { downloadList } from './download.ts'

interface Props {
  section: Section
  query: ListQuery
  /** Names of the columns that the list shows; absent where an export has columns of its own. */
  columns?: readonly string[]
  onClose: () => void
}

/** The dates that the rule looks at; none where the section has no such rule. */
const ruledDates = ({ export: options, list }: Section): readonly string[] =>
  options?.dateRule ? exportDateFields.filter((field) => list.dates.some((each) => each === field)) : []

/** The period of a filter that the list has already; otherwise nothing is chosen. */
function chosen(value: string | undefined, today: string): Duration {
  const { from, to } = parseRange(value ?? '') ?? {}
  const days = [from, to].every((day) => day && /^\d{4}-\d{2}-\d{2}$/.test(day))
  return days && from && to ? readDuration({ from, to }, today) : { type: 'custom', ...(from && { from }), ...(to && { to }) }
}

/** The list as a file: its filters as they are, and where the section has the rule a date and a period that it allows (part-1 section 5, 'Export by date'). */
export function ExportWindow({ section, query, columns, onClose }: Props) {
  const today = wibDay(new Date())
  const fields = ruledDates(section)
  const active = query.filters.find((filter) => fields.some((each) => each === filter.field))
  const [field, setField] = useState<string>(active?.field ?? fields[0] ?? 'created_at')
  const [duration, setDuration] = useState(() => chosen(active?.values[0], today))
  const [format, setFormat] = useState<(typeof exportFormats)[number]>('xlsx')
  const [isAll, setAll] = useState(true)
  const [percent, setPercent] = useState<number | null>(null)
  const [refused, setMessage] = useState<string | null>(null)
  const control = useRef<AbortController | null>(null)
  const others = { ...query, filters: query.filters.filter((filter) => !fields.some((each) => each === filter.field)) }
  const range = durationRange(duration, today)
  const asked = range ? withFilter(others, field, [formatRange(range.from, range.to)]) : others

  /** What was wrong with the choice before is no longer said. */
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
    const refusal = section.export?.dateRule ? exportRefusal(asked.filters) : null
    if (refusal) {
      setMessage(refusal.code === 'no_date' ? t('export.noDate') : t('export.tooLong', { n: refusal.limit, m: refusal.entered }))
      return
    }
    const stopper = new AbortController()
    control.current = stopper
    setMessage(null)
    setPercent(0)
    try {
      const wire = {
        query: formatFilters(asked.filters, asked.search),
        sort: formatSort(asked.sort),
        format,
        columns: isAll ? '' : (columns ?? []).join(),
      }
      const { content, name, rows } = await downloadList(section, wire, stopper.signal, setPercent)
      saveFile(content, name)
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
            <Button variant="primary" onClick={() => void start()}>
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
                <Select aria-label={t('list.dateField')} value={field} onChange={(event) => choose(setField)(event.currentTarget.value)}>
                  {fields.map((name) => (
                    <option key={name} value={name}>
                      {fieldLabel(name)}
                    </option>
                  ))}
                </Select>
                <DurationFields value={duration} today={today} onChange={choose(setDuration)} />
              </>
            )}
            {columns && (
              <Segmented
                label={t('export.columns')}
                value={isAll ? 'all' : 'shown'}
                options={[
                  { value: 'all', label: t('export.allColumns') },
                  { value: 'shown', label: t('export.shownColumns') },
                ]}
                onChange={(value) => setAll(value === 'all')}
              />
            )}
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
