import { t } from '#console/i18n/i18n.ts'
import type { ListSearch } from '../query/search.ts'
import type { SavedView } from '../query/use-views.ts'

interface Props {
  views: readonly SavedView[]
  current: ListSearch
  onChoose: (search: ListSearch) => void
}

const same = (a: ListSearch, b: ListSearch) => (['size', 'sort', 'query', 'view'] as const).every((key) => a[key] === b[key])

/** Saved views beside 'All', as tabs. */
export function ViewTabs({ views, current, onChoose }: Props) {
  return (
    <nav aria-label={t('list.views')} className="flex gap-1 overflow-x-auto [scrollbar-width:none] px-4">
      {[{ name: t('list.allView'), search: {} }, ...views].map((view) => (
        <button
          key={view.name}
          type="button"
          aria-current={same(view.search, current)}
          onClick={() => onChoose(view.search)}
          className="h-control shrink-0 border-b-2 border-transparent px-2 text-sm text-muted-foreground hover:text-foreground aria-[current=true]:border-primary aria-[current=true]:text-foreground"
        >
          {view.name}
        </button>
      ))}
    </nav>
  )
}
