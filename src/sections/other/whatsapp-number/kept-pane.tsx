import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { expectJob } from '#console/data/jobs/follow.ts'
import { hasEnded, jobStore } from '#console/data/jobs/store.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { HeadedPane } from '#console/kit/list/headed-pane.tsx'
import { readSearch, writeSearch } from '#console/kit/list/query/search.ts'
import { CallList } from '#console/kit/list/screen/call-list.tsx'
import type { ListPaneProps } from '#console/kit/list/screen/list-pane.tsx'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { toneOf } from '#console/kit/text/tone.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card } from '#console/ui/card.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { keptItems, keptOutcome, openOutcomes, readKeptItems } from '#contract/sections/other/whatsapp-number.ts'
import { useOpenItems } from './kept-notice.tsx'

export interface KeptItem {
  id: number
  number: string | null
  account: string | null
  field: string
  kind: string
  outcome: (typeof openOutcomes)[number] | 'waiting'
  at: string
  body: string
}

const isOpen = (outcome: string) => openOutcomes.some((open) => open === outcome)

/** Asks the server to read one item again, or all. Null where it failed, which is said. */
async function readAgain(body: { id?: number }): Promise<{ read: number; left: number } | null> {
  try {
    return await request(readKeptItems, { body })
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
    return null
  }
}

const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.calls(keptItems.name) })

/** Indented; null for one that was cut because it was too long to be kept. */
function prettyJson(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return null
  }
}

function Item({ item }: { item: KeptItem }) {
  const { id, number, account, field, kind, outcome, at, body } = item
  const [isBusy, setIsBusy] = useState(false)
  const isOnline = useConnection() === 'online'
  const json = prettyJson(body)
  const from = number ?? (account ? t('whatsapp-number.kept.account', { account }) : t('whatsapp-number.kept.noNumber'))
  const press = async () => {
    setIsBusy(true)
    const reading = await readAgain({ id })
    if (reading) await refresh()
    setIsBusy(false)
    if (reading && reading.read > 0) postMessage({ kind: 'success', text: t('whatsapp-number.kept.readOne') })
    else if (reading && reading.left > 0) postMessage({ kind: 'info', text: t('whatsapp-number.kept.leftOne') })
    else if (reading) postMessage({ kind: 'info', text: t('whatsapp-number.kept.readBefore') })
  }
  return (
    <Card aria-label={`${field} · ${kind}`}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi dir="ltr" className="font-medium [overflow-wrap:anywhere]">
              {field} · {kind}
            </bdi>
            <StatusBadge value={outcome} tone={toneOf(outcome, keptOutcome)} label={t(`whatsapp-number.kept.${outcome}`)} />
          </p>
          <p className="text-sm text-muted-foreground">
            <time dateTime={at} className="tabular-nums">
              {formatDateTime(at)}
            </time>
            {' · '}
            <bdi>{from}</bdi>
          </p>
          <p className="mt-1 text-sm">{t(json === null ? 'whatsapp-number.kept.cut' : `whatsapp-number.kept.${outcome}.about`)}</p>
        </div>
        {isOpen(outcome) && json !== null && (
          <Button size="small" busy={isBusy} disabled={!isOnline} onClick={() => void press()}>
            {t('whatsapp-number.kept.read')}
          </Button>
        )}
      </div>
      <details className="group border-t px-4 text-sm">
        <summary className="flex min-h-control cursor-pointer list-none items-center gap-1 rounded text-muted-foreground hover:text-foreground">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90 rtl:rotate-180" />
          {t('whatsapp-number.kept.item')}
        </summary>
        <pre
          dir="ltr"
          className="mb-3 max-h-96 overflow-y-auto whitespace-pre-wrap rounded-md bg-muted p-3 text-xs [overflow-wrap:anywhere]"
        >
          {json ?? body}
        </pre>
      </details>
    </Card>
  )
}

/** The task that reads all goes on without this screen, which shows how far it is, and what came of the last one. */
function ReadAll() {
  const [isBusy, setIsBusy] = useState(false)
  const isOnline = useConnection() === 'online'
  const hasItems = useOpenItems() > 0
  const job = useStore(jobStore, ({ jobs }) => jobs?.find(({ kind }) => kind === 'read-kept-items'))
  const isReading = job !== undefined && !hasEnded(job)
  const wasReading = useRef(isReading)
  useEffect(() => {
    if (wasReading.current && !isReading) void refresh()
    wasReading.current = isReading
  }, [isReading])
  const press = async () => {
    setIsBusy(true)
    if (await readAgain({})) expectJob()
    setIsBusy(false)
  }
  const { done = 0, total, state, ended_at, problem } = job ?? {}
  const all = total ?? done
  return (
    <>
      {hasItems && (
        <Button className="self-start" busy={isBusy} disabled={!isOnline || isReading} onClick={() => void press()}>
          {t('whatsapp-number.kept.readAll')}
        </Button>
      )}
      {isReading && (
        <div className="flex flex-col gap-1 text-sm tabular-nums">
          <Progress label={t('whatsapp-number.kept.readAll')} {...(all > 0 && { value: Math.min(100, (done / all) * 100) })} />
          <p role="status">{t('whatsapp-number.kept.progress', { done: formatNumber(done), total: formatNumber(all) })}</p>
        </div>
      )}
      {state === 'done' && ended_at && (
        <Alert tone={all > done ? 'warning' : 'info'}>
          {t('whatsapp-number.kept.result', { at: formatDateTime(ended_at), read: formatNumber(done), left: formatNumber(all - done) })}
        </Alert>
      )}
      {state === 'dead' && <Alert tone="danger">{problem ?? t('app.wrong')}</Alert>}
    </>
  )
}

/** What WhatsApp sent and nobody here understood, in place of the list (docs/product/whatsapp.md#not-understood). */
export function KeptPane({ state, heading, tabs }: ListPaneProps) {
  useLocale()
  const { query } = readSearch(state.search)
  const { search } = query
  const texts = {
    offline: t('whatsapp-number.kept.offline'),
    empty: t(search ? 'list.empty' : 'whatsapp-number.kept.empty'),
    more: t('whatsapp-number.kept.more'),
  }
  return (
    <HeadedPane heading={heading} tabs={tabs} call={keptItems} about={t('whatsapp-number.kept.about')}>
      <ReadAll />
      <div className="flex">
        <SearchBox value={search} onSearch={(next) => state.show(writeSearch({ ...query, page: 1, search: next }), true)} />
      </div>
      <CallList<KeptItem> call={keptItems} search={search} texts={texts}>
        {(items) => (
          <ol className="flex flex-col gap-3">
            {items.map((item) => (
              <li key={item.id}>
                <Item item={item} />
              </li>
            ))}
          </ol>
        )}
      </CallList>
    </HeadedPane>
  )
}
