import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listOptions } from '#console/data/query/queries.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { detailLink } from '#console/kit/text/section-link.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { participant } from '#contract/sections/product/participant.ts'

const shownAtMost = 5

/** Events that a phone is registered for, the latest first. Nothing while they are unknown. */
export function CustomerEvents({ phone }: { phone: string }) {
  useLocale()
  const { data } = useQuery({ ...listOptions(participant, { ...firstPage, size: shownAtMost, search: phone }), meta: { keep: true } })
  if (!data) return null
  return (
    <div className="mt-4">
      <h4 className="pb-1 text-xs text-muted-foreground">{t('chat.events')}</h4>
      {data.data.length === 0 && <p className="text-sm text-muted-foreground">{t('chat.noEvents')}</p>}
      <ul className="flex flex-col divide-y empty:hidden" aria-label={t('chat.events')}>
        {data.data.map((row) => (
          <li key={row.ref} className="flex items-center gap-2 py-2 text-sm">
            <Link
              {...detailLink(participant.name, row.ref)}
              className="min-w-0 truncate font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
            >
              <bdi>{toText(row.event_title)}</bdi>
            </Link>
            <span className="ms-auto shrink-0">
              <ChoiceBadge value={row.state} field={participant.fields.state} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
