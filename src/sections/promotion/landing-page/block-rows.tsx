import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { RowField, rowError } from '#console/kit/form/field/row-field.tsx'
import { startValues } from '#console/kit/form/values/values.ts'
import { Button } from '#console/ui/button.tsx'
import type { Field } from '#contract/kit/field/field.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { type Block, changeBlock, refOf, removeBlock, stepBlock } from './blocks.ts'

interface Props {
  /** Path of the list in the record. */
  path: string
  field: Field
  label: string
  value: unknown
  errors: unknown
  disabled: boolean
  onChange: (value: unknown) => void
}

/** Products or questions of a block. */
export function BlockRows({ path, field, label, value, errors, disabled, onChange }: Props) {
  const fields = field.fields ?? {}
  const rows: readonly Block[] = Array.isArray(value) ? value.filter(isRecord) : []
  const step = (row: Block, by: 1 | -1) => {
    const next = stepBlock(rows, refOf(row), by)
    if (next) onChange(next)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {rows.map((row, index) => (
        <div key={refOf(row) || index} className="flex flex-col gap-3 rounded-lg border bg-background p-3">
          {Object.entries(fields).map(([name, each]) => (
            <RowField
              key={name}
              name={name}
              path={`${path}.${index}`}
              field={each}
              required={each.required}
              value={row[name] ?? ''}
              error={rowError(toRecord(errors)[index], name)}
              disabled={disabled}
              onChange={(next) => onChange(changeBlock(rows, refOf(row), { [name]: next }))}
            />
          ))}
          {!disabled && (
            <div className="flex justify-end gap-1">
              <Button
                variant="quiet"
                size="icon"
                repeats
                aria-label={t('kit.moveUp', { n: index + 1 })}
                disabled={index === 0}
                onClick={() => step(row, -1)}
              >
                <ArrowUp />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                repeats
                aria-label={t('kit.moveDown', { n: index + 1 })}
                disabled={index === rows.length - 1}
                onClick={() => step(row, 1)}
              >
                <ArrowDown />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('kit.removeRow', { n: index + 1 })}
                onClick={() => onChange(removeBlock(rows, refOf(row)))}
              >
                <Trash2 />
              </Button>
            </div>
          )}
        </div>
      ))}
      {!disabled && (
        <Button
          repeats
          className="self-start"
          disabled={field.max !== undefined && rows.length >= field.max}
          onClick={() => onChange([...rows, { ...startValues(fields, null), ref: uuidv7() }])}
        >
          <Plus />
          {t('kit.addRow')}
        </Button>
      )}
    </fieldset>
  )
}
