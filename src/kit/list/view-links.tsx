import { Link } from '@tanstack/react-router'
import { t } from '#console/i18n/i18n.ts'
import type { Section } from '#contract/kit/section.ts'
import type { View } from '#contract/kit/view.ts'
import { partLabel } from '../labels.ts'
import { listLink } from '../section-link.ts'

/** The lists of a section that have paths of their own, as tabs. */
export function ViewLinks({ section, views }: { section: Section; views: readonly View[] }) {
  return (
    <nav aria-label={t(`nav.${section.name}`)} className="mb-3 flex gap-1 overflow-x-auto border-b px-4">
      {views.map(({ name, at }) => (
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
