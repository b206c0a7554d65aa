import { ChevronDown, History as Icon } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useSession } from '#console/data/session.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { AnyRow, Section } from '#contract/kit/section.ts'
import { HistorySkeleton } from './history-skeleton.tsx'

/** With its words; without them it still shows, with their ids, when a connection breaks right here. */
const History = lazy(async () => {
  const catalogs = loadMessages(['history', 'conflict', 'outbox']).catch(() => undefined)
  const [module] = await Promise.all([import('./history.tsx'), catalogs])
  return { default: module.History }
})

/** What was done to the record, read when somebody opens it. Nothing where the server keeps no history (decision 9), or has no record yet. */
export function HistoryPanel({ section, record }: { section: Section; record: AnyRow }) {
  const [open, setOpen] = useState(false)
  const { session } = useSession()
  const id = useId()
  if (!section.audit || session?.plain || record.version === 0) return null
  return (
    <section className="border-t pt-3">
      <Button variant="quiet" size="small" className="-ms-2" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon aria-hidden="true" />
        {t('kit.history')}
        <ChevronDown aria-hidden="true" className={`transition-transform ${open ? 'rotate-180' : ''}`} />
      </Button>
      <div id={id} hidden={!open} className="pt-2">
        {open && (
          <Suspense fallback={<HistorySkeleton />}>
            <History section={section} record={record} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
