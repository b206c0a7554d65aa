import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useRef } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { problemText } from '#console/kit/text/problem-text.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { type Outcome, usePriceFile } from './use-price-file.ts'

const shown = 50

function Counts({ found }: { found: Outcome }) {
  const counts = (['created', 'updated', 'unchanged', 'refused', 'alerts'] as const).filter((name) => found[name] > 0 || name === 'created')
  return (
    <dl className="flex flex-wrap gap-2">
      {counts.map((name) => (
        <div key={name} className="rounded-md border px-3 py-1.5">
          <dt className="text-xs text-muted-foreground">{t(`stock.prices.${name}`)}</dt>
          <dd className={`text-lg font-semibold tabular-nums ${name === 'refused' ? 'text-danger-text' : ''}`}>
            {formatNumber(found[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Refused({ found }: { found: Outcome }) {
  const refused = found.verdicts.filter(({ verdict }) => verdict === 'refused')
  if (!refused.length) return null
  return (
    <div className="overflow-x-auto rounded-md border">
      <table className="w-full text-sm">
        <thead className="text-xs text-muted-foreground">
          <tr>
            {[t('sheets.row'), t('stock.code'), t('stock.prices.date'), t('sheets.problem')].map((name) => (
              <th key={name} className="px-3 py-1.5 text-start font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border/60">
          {refused.slice(0, shown).map(({ row, code, date, field, problem, message }) => (
            <tr key={row}>
              <td className="px-3 py-1.5 tabular-nums">{formatNumber(row)}</td>
              <td className="px-3 py-1.5">{code}</td>
              <td className="px-3 py-1.5 whitespace-nowrap">{date}</td>
              <td className="px-3 py-1.5 text-danger-text">
                {problemText({ code: problem ?? '', message: message ?? '', params: { min: field === 'close' ? 1 : 0 } })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Imports a file of daily prices: a trial run, then storing. */
export function PriceWindow({ onClose }: { onClose: () => void }) {
  const { name, busy, percent, found, isStored, trouble, choose, store } = usePriceFile()
  const input = useRef<HTMLInputElement>(null)
  const toStore = found && !isStored ? found.created + found.updated : 0
  const open = (
    <Button disabled={busy} onClick={() => input.current?.click()}>
      {t(name ? 'sheets.another' : 'sheets.choose')}
    </Button>
  )
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file && !busy) choose(file)
  }
  return (
    <ResponsiveDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('stock.prices.title')}
      description={name ?? t('stock.prices.detail')}
      closeLabel={t('app.close')}
      className="sm:max-w-2xl"
      footer={
        <>
          {name && open}
          {toStore > 0 && (
            <Button variant="primary" disabled={busy} onClick={store}>
              {t('sheets.store', { count: toStore, shown: formatNumber(toStore) })}
            </Button>
          )}
        </>
      }
    >
      <section
        aria-label={t('stock.prices.title')}
        className="flex flex-col gap-4 px-5 py-4"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,.xlsx,.xls,.txt"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('sheets.choose')}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) choose(file)
            event.currentTarget.value = ''
          }}
        />
        {!name && (
          <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed px-6 py-10 text-center">
            <FileSpreadsheet aria-hidden="true" className="size-6 text-muted-foreground" />
            <p className="text-sm text-muted-foreground">{t('stock.prices.hint')}</p>
            {open}
          </div>
        )}
        {trouble && <Alert tone="danger">{trouble}</Alert>}
        {busy && <Progress label={t('sheets.working')} value={percent} />}
        {found && !busy && (
          <>
            <p role="status" className="text-sm font-medium">
              {t(isStored ? 'sheets.is.done' : 'sheets.is.checked')}
            </p>
            <Counts found={found} />
            <Refused found={found} />
          </>
        )}
      </section>
    </ResponsiveDialog>
  )
}
