import { Link } from '@tanstack/react-router'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { detailLink } from '#console/kit/text/section-link.ts'
import type { RowOf } from '#contract/kit/field/field.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { ownedFields } from '#contract/sections/member/member.ts'
import { academy } from '#contract/sections/product/academy.ts'
import { onlineClass } from '#contract/sections/product/online-class.ts'

export type Owned = RowOf<typeof ownedFields>

/** Classes and programs that a member bought, with how far they are. */
export function OwnedClasses({ owned }: { owned: readonly Owned[] }) {
  const isLinked = holds(useAccess(), 'get product')
  return (
    <ul className="divide-y empty:hidden" aria-label={t('member.owned')}>
      {owned.map(({ category, ref, title, since, completed, lesson_count }) => (
        <li key={ref} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2.5 text-sm">
          {isLinked ? (
            <Link
              {...detailLink(category === 'academy' ? academy.name : onlineClass.name, ref)}
              className="min-w-0 break-words font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
            >
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <bdi className="min-w-0 break-words font-medium">{title}</bdi>
          )}
          <span className="ms-auto text-muted-foreground tabular-nums">
            {since && `${formatDate(since)} · `}
            {t('member.completed', { completed: formatNumber(completed), count: formatNumber(lesson_count) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
