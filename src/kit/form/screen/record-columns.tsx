import { type ReactNode, Suspense } from 'react'
import { useSession } from '#console/data/api/session.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { useMedia } from '#console/ui/hooks/use-media.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { deferred } from '../../parts/deferred.tsx'

const RecentHistory = deferred(async () => {
  const words = loadMessages(['history', 'conflict', 'outbox', 'kit']).catch(() => undefined)
  const [module] = await Promise.all([import('../../history/history.tsx'), words])
  return module.History
})

/** Whether a record of the section has a column at its side, from 1200 px. */
export const hasSide = (section: Section): boolean => section.groups.some(({ side }) => side)

/** Width of a record's form, its tabs and its header. */
export const recordWidth = (section: Section): string => `mx-auto w-full ${hasSide(section) ? 'max-w-[1120px]' : 'max-w-4xl'}`

/** The newest changes of the record; the tab has all. */
function Changes({ section, record }: { section: Section; record: AnyRow }) {
  const { session } = useSession()
  const isWide = useMedia('screen and (min-width: 1200px)')
  // A record that waits has no history yet, and a plain server has none.
  if (!isWide || !section.audit || session?.plain || record.version === 0) return null
  return (
    <section className="flex flex-col gap-4 border-t pt-5" data-recent="">
      <h2 className="text-sm font-semibold">{t('kit.history')}</h2>
      <Suspense fallback={<Skeleton className="h-24" />}>
        <RecentHistory section={section} record={record} mayRestore={false} step={3} />
      </Suspense>
    </section>
  )
}

interface Props {
  section: Section
  record: AnyRow | null
  children: ReactNode
  /** Content of the column at the side: below the rest on narrow screens. */
  side: ReactNode
}

/** Content of a record, and at its side, in sight while the content scrolls, what describes it and its newest changes. */
export function RecordColumns({ section, record, side, children }: Props) {
  if (!hasSide(section)) return children
  return (
    <div data-columns="" className="grid grid-cols-1 gap-x-6 gap-y-5">
      <div className="min-w-0">{children}</div>
      <aside aria-label={t('kit.side')} data-beside="" className="flex min-w-0 flex-col gap-5 self-start">
        {side}
        {record && <Changes section={section} record={record} />}
      </aside>
    </div>
  )
}
