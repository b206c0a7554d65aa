import { useId } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Field } from '#console/ui/field.tsx'
import { Segmented } from '#console/ui/radio.tsx'
import { Select } from '#console/ui/select.tsx'
import type { TableChoice } from '#contract/import/read-table.ts'

interface Props {
  /** What the person said; the rest is guessed. */
  choice: TableChoice
  sheet: string | null
  sheets: readonly string[]
  /** Row number of the header, its columns, and the first rows, to choose another one. */
  headerRow: number
  header: readonly string[]
  top: readonly { row: number; text: string }[]
  hiddenRows: number
  busy: boolean
  onChange: (choice: TableChoice) => void
}

/** How a file is read: its sheet, the row of the column names, and hidden rows. Each is guessed, and can be changed. */
export function HowRead({ choice, sheet, sheets, headerRow, header, top, hiddenRows, busy, onChange }: Props) {
  const id = useId()
  const rows = top.some(({ row }) => row === headerRow) ? top : [...top, { row: headerRow, text: header.join(' · ') }]
  const hidden = choice.withoutHidden ? { withoutHidden: true } : {}
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-xl border bg-card p-4" data-how-read={headerRow}>
      <h2 id={`${id}-title`} className="mb-3 text-sm font-semibold">
        {t('import.how')}
      </h2>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        {sheets.length > 1 && (
          <Field id={`${id}-sheet`} label={t('import.how.sheet')}>
            <Select
              id={`${id}-sheet`}
              disabled={busy}
              value={sheet ?? ''}
              onChange={(event) => onChange({ ...hidden, sheet: event.currentTarget.value })}
            >
              {sheets.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field id={`${id}-header`} label={t('import.how.header')}>
          <Select
            id={`${id}-header`}
            disabled={busy}
            value={String(headerRow)}
            onChange={(event) => onChange({ ...choice, headerRow: Number(event.currentTarget.value) })}
          >
            {rows.map(({ row, text }) => (
              <option key={row} value={String(row)}>
                {t('import.how.row', { row, text: text.slice(0, 60) })}
              </option>
            ))}
          </Select>
        </Field>
        {hiddenRows > 0 && (
          <div>
            <p className="mb-1.5 text-sm font-medium">{t('import.how.hidden', { count: hiddenRows })}</p>
            <Segmented
              label={t('import.how.hidden', { count: hiddenRows })}
              value={choice.withoutHidden ? 'leave' : 'read'}
              options={(['read', 'leave'] as const).map((value) => ({ value, label: t(`import.how.${value}`) }))}
              onChange={(value) => {
                const { withoutHidden: _, ...rest } = choice
                onChange(value === 'leave' ? { ...rest, withoutHidden: true } : rest)
              }}
            />
          </div>
        )}
      </div>
    </section>
  )
}
