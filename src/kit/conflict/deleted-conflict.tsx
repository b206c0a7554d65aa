import { useMemo, useState } from 'react'
import { useStore } from '#console/data/base/store.ts'
import { giveUp, makeAgain, remainsOf } from '#console/data/outbox/row/resolve.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { getLocale, t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import type { Fields } from '#contract/kit/field/field.ts'
import { fieldLabel, sectionLabel } from '../text/labels.ts'
import { useMay } from '../text/permissions.ts'
import type { ConflictProps } from './conflict-window.tsx'
import { lackingOf } from './decision.ts'
import { SideValue } from './side-value.tsx'

const joined = (names: readonly string[], fields: Fields) =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(names.map((name) => fieldLabel(name, fields[name])))

/** The record was deleted on the server: the changes are discarded, or it is recreated from the values on this device. */
export function DeletedConflict({ row, section, open, onClose, decide }: ConflictProps) {
  const { rows } = useStore(outboxStore)
  const may = useMay(section)
  const [busy, setBusy] = useState<'again' | 'discard' | null>(null)
  const remains = useMemo(() => {
    const later = rows.filter((entry) => entry.seq > row.seq && entry.touches.some((ref) => row.touches.includes(ref)))
    return remainsOf(row, later, section.fields)
  }, [rows, row, section])
  const lacking = remains ? lackingOf(section, remains) : []
  const changes = Object.entries(row.patch).filter(([name]) => Object.hasOwn(section.fields, name))
  const run = async (which: 'again' | 'discard', work: Promise<void>) => {
    setBusy(which)
    await work
    setBusy(null)
  }
  const again = () =>
    decide(
      (decided) => {
        const remaining = remainsOf(decided.row, decided.later, section.fields)
        return remaining ? makeAgain(decided, { section, remains: remaining }) : giveUp(decided)
      },
      { message: 'conflict.madeAgain' },
    )

  return (
    <ResponsiveDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={row.label || sectionLabel(row.section)}
      description={t('conflict.gone')}
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('conflict.later')}</Button>
          <Button
            variant="destructive"
            busy={busy === 'discard'}
            onClick={() => void run('discard', decide(giveUp, { message: 'conflict.givenUp' }))}
          >
            {t('conflict.giveUp')}
          </Button>
          {remains && may.create && (
            <Button variant="primary" busy={busy === 'again'} disabled={lacking.length > 0} onClick={() => void run('again', again())}>
              {t('conflict.makeAgain')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3 px-5 py-4 text-sm">
        {changes.length > 0 && <h3 className="font-medium">{t('conflict.yourChanges')}</h3>}
        <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1">
          {changes.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted-foreground">{fieldLabel(name, section.fields[name])}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <SideValue field={section.fields[name]} value={value} file={row.files.find((file) => file.field === name)?.key} />
              </dd>
            </div>
          ))}
        </dl>
        {remains && may.create && lacking.length === 0 && <p className="text-muted-foreground">{t('conflict.againDetail')}</p>}
        {remains && lacking.length > 0 && (
          <p className="text-danger-text">{t('conflict.lacking', { fields: joined(lacking, section.fields) })}</p>
        )}
        {remains && remains.lost.length > 0 && (
          <p className="text-warning-text">{t('conflict.lost', { fields: joined(remains.lost, section.fields) })}</p>
        )}
      </div>
    </ResponsiveDialog>
  )
}
