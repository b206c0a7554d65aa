import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { firstRow } from '#console/data/base/deferred.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { isMain, type View, viewsOf } from '#contract/kit/section/view.ts'
import { partLabel } from '../../text/labels.ts'
import { listLink } from '../../text/section-link.ts'
import { loadPanels, StackedPane, TrashPane } from '../deferred-parts.ts'
import type { ListParts } from '../query/pane.ts'
import type { ListSearch } from '../query/search.ts'
import { ListPane } from './list-pane.tsx'

export interface ListScreenProps {
  parts: ListParts
  search: ListSearch
  /** Path of a view; undefined: the section's own list. */
  at: string | undefined
  /** Called once the first row is shown and the device is idle. */
  onIdle: () => void
}

/** List screens of a section (docs/product/lists.md#table): its own list, stacked lists, and those with their own paths. */
export function ListScreen({ parts, search, at, onIdle }: ListScreenProps) {
  useLocale()
  const { section } = parts
  const navigate = useNavigate()
  const phone = usePhone()
  const name = t(`nav.${section.name}`)
  useTitle(name)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per screen
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300))
    void firstRow.then(() =>
      idle(() => {
        onIdle()
        void loadPanels(phone).catch(() => undefined)
      }),
    )
  }, [])

  const all = viewsOf(section)
  const view = all.find((each) => (at ? each.at === at : isMain(each)))
  if (!view) return null
  const stacked = view.stack ? all.filter(({ stack }) => stack) : []
  const label = (each: View) => partLabel('view', each.name, section.name)
  const pane = (each: View) => <StackedPane key={each.name} parts={parts} view={each} text={label(each)} />
  const Pane = parts.extras.views?.[view.name] ?? (view.trash ? TrashPane : ListPane)
  return (
    <Suspense>
      <Pane
        key={view.name}
        parts={parts}
        view={view}
        state={{
          search,
          show: (next, replace = false, resetScroll = true) =>
            void navigate({ ...listLink(section.name, { ...next, ...(at && { at }) }), replace, resetScroll }),
        }}
        heading={{ level: 1, text: name }}
        label={stacked.length || at ? label(view) : name}
        tabs={all.some((each) => each.at) ? { section, views: all.filter((each) => each.at || isMain(each)) } : undefined}
      >
        {stacked.slice(0, stacked.indexOf(view)).map(pane)}
        {stacked.length > 0 && <h2 className="px-4 pt-3 pb-2 text-sm font-medium">{label(view)}</h2>}
      </Pane>
      {stacked.slice(stacked.indexOf(view) + 1).map(pane)}
    </Suspense>
  )
}
