import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Gain } from '#console/commerce/gain.tsx'
import { serverNow } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { RowsInput } from '#console/kit/form/field/rows-input.tsx'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { FieldWarnings } from '#console/kit/form/values/warning.ts'
import { formatDate, formatRupiah } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { editLink } from '#console/kit/text/section-link.ts'
import { DropdownMenuItem } from '#console/ui/dropdown-menu.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { portofolio, positionOptions } from '#contract/sections/stock/portofolio.ts'
import { tradeWarnings } from './portofolio/trade-warnings.ts'
import { useStockCode } from './recommendation/last-price.tsx'
import { lotsText } from './shared/lots.ts'
import { pricesOptions } from './shared/price-query.ts'

/** Trades of a position, with warnings; an added one starts with today and the form's side. */
function TradesInput(props: InputProps) {
  const [option, stock, trades] = useWatch({ name: ['option', 'stock_id', 'trades'] })
  const { data } = useQuery(pricesOptions(useStockCode(stock)))
  const warnings = useMemo(() => tradeWarnings(trades, data), [trades, data])
  const fields = props.field.fields ?? {}
  const { date, side } = fields
  const initial = option === 'sell' ? 'sell' : 'buy'
  const started = date && side && { ...fields, date: { ...date, initial: wibDay(new Date(serverNow())) }, side: { ...side, initial } }
  return (
    <FieldWarnings value={warnings}>
      <RowsInput {...props} field={{ ...props.field, ...(started && { fields: started }) }} />
    </FieldWarnings>
  )
}

/** Fields for some options only; without an option all are shown. */
function Part({ of, children }: { of: readonly string[]; children: ReactNode }) {
  const option = useWatch({ name: 'option' })
  const isThere = !option || of.includes(String(option))
  return <div className={isThere ? 'contents' : 'hidden'}>{children}</div>
}

/** Actions on a position, each with its own form; a sold one only has notes. */
function RowMenu({ row }: { row: AnyRow }) {
  const navigate = useNavigate()
  const offered = positionOptions.filter((option) => option === 'note' || row.is_open === true)
  return offered.map((option) => (
    <DropdownMenuItem key={option} onSelect={() => void navigate(editLink(portofolio.name, `${row.ref}/${option}`))}>
      {choiceLabel(option, portofolio.fields.option)}
    </DropdownMenuItem>
  ))
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
const price = (value: unknown) => (typeof value === 'number' ? formatRupiah(Math.round(value)) : null)

export const screens = defineSection(portofolio, {
  live: [portofolio.name],
  columns: ({ column }) => [
    column('held', { cell: ({ held }) => lotsText(held), text: ({ held }) => lotsText(held) }),
    ...(['average', 'current_price', 'last_sale', 'target', 'stop_loss'] as const).map((name) =>
      column(name, { cell: (row) => price(row[name]), text: (row) => price(row[name]) ?? '' }),
    ),
    column('gain', { cell: ({ gain }) => <Gain value={numberOf(gain)} /> }),
  ],
  cardAside: ({ gain }) => <Gain value={numberOf(gain)} />,
  line: (row) => [
    `${toText(row.product)} ${lotsText(row.held)}`,
    price(row.average) ?? '',
    typeof row.opened_on === 'string' ? formatDate(row.opened_on) : '',
  ],
  rowMenu: (row) => <RowMenu row={row} />,
  starts: () => ({ trades: [{ date: wibDay(new Date(serverNow())), side: 'buy' }] }),
  form: ({ field, group }) => (
    <>
      <div className="hidden">{field('option')}</div>
      {field('stock_id', { wide: true })}
      {field('product')}
      {field('category')}
      <Part of={['sell', 'average']}>{group('trades', field('trades', { input: TradesInput }))}</Part>
      <Part of={['note']}>
        {group(
          'levels',
          <>
            {field('target')}
            {field('stop_loss')}
            {field('notes')}
          </>,
        )}
      </Part>
      <p className="text-sm text-muted-foreground sm:col-span-2">{t('portofolio.gross')}</p>
    </>
  ),
})
