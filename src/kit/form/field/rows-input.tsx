import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { FormValues, InputProps } from '../values/tools.ts'
import { startValues } from '../values/values.ts'
import { FormField } from './form-field.tsx'

/** Filters out fields that the server fills in from a nested reference (`sales_name` from `sales_id`). */
function asked(fields: Readonly<Record<string, InputProps['field']>>): [string, InputProps['field']][] {
  const stems = Object.entries(fields).flatMap(([name, field]) => (field.kind === 'reference' ? [name.replace(/_id$/, '')] : []))
  return Object.entries(fields).filter(([name, field]) => field.kind === 'reference' || !stems.some((stem) => name.startsWith(`${stem}_`)))
}

/** A list of nested records: add, remove, reorder. */
export function RowsInput({ id, name, field, disabled, label }: InputProps) {
  const { control } = useFormContext<Record<string, FormValues[]>>()
  const { fields: rows, append, remove, move } = useFieldArray({ control, name, keyName: 'row_key' })
  const fields = field.fields ?? {}
  const full = field.max !== undefined && rows.length >= field.max
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second label
    <div id={id} role="group" aria-label={label} tabIndex={-1} className="flex flex-col gap-2">
      {rows.map((row, index) => (
        <div key={row.row_key} className="flex items-end gap-1 rounded-lg border bg-card p-3 max-sm:flex-col max-sm:items-stretch">
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
            {asked(fields).map(([key, each]) => (
              <FormField key={key} name={`${name}.${index}.${key}`} field={each} within={`${name}.${index}`} disabled={disabled} />
            ))}
          </div>
          <div className="flex justify-end">
            <Button
              variant="quiet"
              size="icon"
              repeats
              aria-label={t('kit.moveUp', { n: index + 1 })}
              disabled={disabled || index === 0}
              onClick={() => move(index, index - 1)}
            >
              <ArrowUp />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              repeats
              aria-label={t('kit.moveDown', { n: index + 1 })}
              disabled={disabled || index === rows.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <ArrowDown />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label={t('kit.removeRow', { n: index + 1 })}
              disabled={disabled}
              onClick={() => remove(index)}
            >
              <Trash2 />
            </Button>
          </div>
        </div>
      ))}
      <Button repeats className="self-start" disabled={disabled || full} onClick={() => append(startValues(fields, null))}>
        <Plus />
        {t('kit.addRow')}
      </Button>
    </div>
  )
}
