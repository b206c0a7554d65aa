import { Link } from '@tanstack/react-router'
import { getConfig } from '#console/data/api/config.ts'
import { useAccess, useSession } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { partLabel } from '../../text/labels.ts'
import { useMay } from '../../text/permissions.ts'
import { listLink } from '../../text/section-link.ts'
import type { ListTabs } from '../query/pane.ts'

/** Lists of a section with their own paths, as tabs. */
export function ViewLinks({ section, views }: ListTabs) {
  const may = useMay(section)
  const access = useAccess()
  const { session } = useSession()
  // Only for those who may restore, on a server that has a trash (decision 9).
  const hasTrash = (may.update || may.delete) && !session?.plain
  const shown = views.filter(
    ({ trash, backOffice, permission }) =>
      !(trash && !hasTrash) && !(backOffice && getConfig().backOffice) && !(permission && !holds(access, permission)),
  )
  if (shown.length < 2) return null
  return (
    <nav aria-label={t(`nav.${section.name}`)} className="mb-2 flex md:mb-3 gap-1 overflow-x-auto [scrollbar-width:none] border-b px-4">
      {shown.map(({ name, at }) => (
        <Link
          key={name}
          {...listLink(section.name, at ? { at } : {})}
          activeOptions={{ includeSearch: false }}
          className="-mb-px inline-flex h-control shrink-0 items-center border-b-2 border-transparent px-2 text-sm text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground"
        >
          {partLabel('view', name, section.name)}
        </Link>
      ))}
    </nav>
  )
}
