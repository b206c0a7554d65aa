import { useState } from 'react'
import { resolveRemoval } from '#console/data/outbox/row/resolve.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import type { Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { changedBetween } from '#contract/kit/field/merge.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { formatDateTime } from '../text/format.ts'
import { fieldLabel, sectionLabel } from '../text/labels.ts'
import type { ConflictProps } from './conflict-window.tsx'
import { SideValue } from './side-value.tsx'

interface WhatChanged {
  fields: Fields
  seen: Readonly<Record<string, unknown>>
  current: AnyRow
}

function Changed({ fields, seen, current }: WhatChanged) {
  return (
    <div className="grid gap-1.5">
      <p className="text-muted-foreground">
        {current.updated_by ? `${current.updated_by}, ` : ''}
        {formatDateTime(current.updated_at)}
      </p>
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1">
        {changedBetween(fields, seen, current).map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{fieldLabel(name, fields[name])}</dt>
            <dd className="min-w-0 wrap-anywhere" data-changed={name}>
              <span className="flex gap-1.5 text-muted-foreground">
                {t('conflict.before')}
                <SideValue field={fields[name]} value={seen[name]} />
              </span>
              <SideValue field={fields[name]} base={seen[name]} value={current[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Deleted here, changed by somebody else meanwhile: the person sees the changes and deletes it anyway, or keeps it. */
export function RemovalConflict({ row, section, open, onClose, decide }: ConflictProps) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<'keep' | 'delete' | null>(null)
  const currents = row.lastError?.currents ?? {}
  const refs = row.touches.filter((ref) => !kept.has(ref))
  const nameOf = (ref: string) => toText(currents[ref]?.[section.title] ?? row.base?.each?.[ref]?.values[section.title] ?? row.label)
  const run = async (which: 'keep' | 'delete', chosen: readonly string[]) => {
    setBusy(which)
    const messageId = { message: which === 'keep' ? 'conflict.kept' : 'conflict.deleting' } as const
    await decide((decided) => resolveRemoval(decided, { refs: chosen, fields: section.fields }), messageId)
    setBusy(null)
  }
  const many = row.touches.length > 1
  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={row.label || sectionLabel(row.section)}
      description={t('conflict.removal')}
      closeLabel={t('app.close')}
      className="sm:max-w-xl"
      footer={
        <>
          <Button busy={busy === 'keep'} onClick={() => void run('keep', [])}>
            {t('conflict.keep', { count: row.touches.length })}
          </Button>
          <Button variant="destructive" busy={busy === 'delete'} disabled={refs.length === 0} onClick={() => void run('delete', refs)}>
            {t('conflict.deleteAnyway', { count: refs.length })}
          </Button>
        </>
      }
    >
      <ul className="divide-y text-sm">
        {row.touches.map((ref) => {
          const current = currents[ref]
          return (
            <li key={ref} className="grid gap-2 px-5 py-4">
              {many && (
                <label htmlFor={`delete-${ref}`} className="flex min-h-11 items-center gap-3 text-base font-medium">
                  <Checkbox
                    id={`delete-${ref}`}
                    checked={!kept.has(ref)}
                    onChange={(event) =>
                      setKept(new Set(event.currentTarget.checked ? [...kept].filter((each) => each !== ref) : [...kept, ref]))
                    }
                  />
                  {t('conflict.deleteOne', { name: nameOf(ref) })}
                </label>
              )}
              {current ? (
                <Changed fields={section.fields} seen={row.base?.each?.[ref]?.values ?? {}} current={current} />
              ) : (
                <p className="text-danger-text">{row.lastError?.message}</p>
              )}
            </li>
          )
        })}
      </ul>
    </ResponsiveDialog>
  )
}
