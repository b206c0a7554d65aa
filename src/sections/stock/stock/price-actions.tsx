import { useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatDateTime } from '#console/kit/text/format.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { writeNumber } from '#console/kit/text/read-number.ts'
import { refusalText } from '#console/kit/text/refusal-text.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import { type ActionEvent, type ProposedAction, pricesOptions } from '../shared/price-query.ts'

const calls = { confirm: sectionCall(stock, 'confirmAction'), takeBack: sectionCall(stock, 'takeBackAction') }

function ActionText({ date, kind, numerator, denominator }: Pick<ProposedAction, 'date' | 'kind' | 'numerator' | 'denominator'>) {
  return (
    <span className="tabular-nums">
      {formatDate(date)} · {t(`stock.prices.${kind}`)} · {t('stock.prices.factor')}{' '}
      <bdi>
        {writeNumber(numerator)} / {writeNumber(denominator)}
      </bdi>
    </span>
  )
}

function Log({ events }: { events: readonly ActionEvent[] }) {
  if (!events.length) return null
  return (
    <details className="text-sm text-muted-foreground">
      <summary className="cursor-pointer">{t('stock.prices.log')}</summary>
      <ul className="mt-2 flex flex-col gap-1.5">
        {events.map((one) => (
          <li key={one.id} className="flex flex-wrap gap-x-4">
            <span className="tabular-nums">{formatDateTime(one.created_at)}</span>
            <span>{t(`stock.prices.log.${one.event}`, { name: one.created_by ?? '–' })}</span>
            <ActionText {...one} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface Props {
  code: string
  list: readonly ProposedAction[]
  log: readonly ActionEvent[]
}

/** Splits and rights issues: proposed ones can be confirmed, confirmed ones revoked, with permission to edit stocks. */
export function PriceActions({ code, list, log }: Props) {
  const may = useMay(stock)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (!list.length && !log.length) return null
  const decide = async (what: keyof typeof calls, action_id: number) => {
    setTrouble(null)
    try {
      await request(calls[what], { params: { action_id: String(action_id) } })
      await queryClient.invalidateQueries(pricesOptions(code))
    } catch (error) {
      setTrouble(error instanceof ApiError && !error.offline ? refusalText(error) : t('connection.none'))
    }
  }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-sm font-medium">{t('stock.prices.actions')}</h2>
      {trouble && <Alert tone="danger">{trouble}</Alert>}
      {list.length > 0 && (
        <ul className="divide-y divide-border/60 rounded-md border text-sm">
          {list.map((action) => (
            <li key={action.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2">
              <ActionText {...action} />
              <span className="flex flex-wrap items-center gap-3 text-muted-foreground">
                {action.confirmed_at === null
                  ? t('stock.prices.proposed')
                  : t('stock.prices.confirmed', { name: action.confirmed_by ?? '' })}
                {may.update && action.confirmed_at === null && (
                  <Button onClick={() => void decide('confirm', action.id)}>{t('stock.prices.confirm')}</Button>
                )}
                {may.update && action.confirmed_at !== null && (
                  <Button onClick={() => void decide('takeBack', action.id)}>{t('stock.prices.takeBack')}</Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Log events={log} />
    </section>
  )
}
