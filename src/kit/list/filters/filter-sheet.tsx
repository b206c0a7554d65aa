import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { PressedPanelProps } from '../../parts/deferred.tsx'
import { formatNumber } from '../../text/format.ts'
import { headOf } from '../query/head-of.ts'
import { writeSearch } from '../query/search.ts'
import { BodySwitch } from './body-switch.tsx'
import { FilterFields } from './filter-fields.tsx'
import type { ListToolsProps } from './list-tools.tsx'
import { SavedViews } from './saved-views.tsx'
import { SortFields } from './sort-fields.tsx'
import { ViewLinks } from './view-links.tsx'

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-xs font-medium text-muted-foreground">{title}</legend>
      {children}
    </fieldset>
  )
}

/**
 * All that a phone's list can be asked, in one sheet: its lists and presentations, quick filters, filters, order, columns and saved views.
 * Choices apply at once behind it, so its button tells how many records they leave.
 */
export function FilterSheet({ open: first, ...props }: ListToolsProps & PressedPanelProps) {
  const { section, extras, search, show, query, asked, base, shown, views, tabs, call } = props
  const [open, setOpen] = useState(first)
  const onQuery = (next: ListQuery) => show(writeSearch(next, search.view), true)
  // The query of the rows, which are behind the sheet.
  const { data, isPlaceholderData } = useQuery({ ...listOptions(section, asked, call), enabled: open })
  const total = !isPlaceholderData && !section.wire.omitTotal ? data?.total_record : undefined
  const body = extras.bodies?.find((each) => each.name === search.view) ?? extras.bodies?.[0]
  const sortable = shown.all.filter((column) => column.sortable)
  const decided = new Set([...base.filters.map(({ field }) => field), ...(extras.quick?.fields ?? [])])
  const count = query.filters.length
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={t('list.filters')} aria-expanded={open} onClick={() => setOpen(true)}>
        <ListFilter />
        {count > 0 && <span className="rounded bg-primary-soft px-1.5 text-xs text-primary-text">{count}</span>}
      </Button>
      <ResponsiveDialog
        open={open}
        onOpenChange={setOpen}
        title={t('list.filters')}
        closeLabel={t('app.close')}
        footer={
          <Button variant="primary" className="w-full" onClick={() => setOpen(false)}>
            {total === undefined ? t('filters.show') : t('filters.showCount', { count: total, shown: formatNumber(total) })}
          </Button>
        }
      >
        <div className="flex flex-col gap-4 px-5 pb-4">
          {tabs && <ViewLinks {...tabs} />}
          {extras.bodies && (
            <BodySwitch
              bodies={extras.bodies}
              chosen={body}
              onChoose={(name) => {
                setOpen(false)
                show(writeSearch(query, name))
              }}
            />
          )}
          {extras.quick?.body(query, onQuery)}
          <FilterFields section={section} query={query} onQuery={onQuery} decided={decided} />
          {!body?.body && sortable.length > 0 && (
            <SortFields columns={sortable} sort={query.sort} onSort={(sort) => onQuery({ ...query, page: 1, sort })} />
          )}
          {!body?.body && !extras.card && (
            <Group title={t('list.columns')}>
              {shown.all.map((column) => (
                <label key={column.name} className="flex min-h-11 items-center gap-3 text-sm">
                  <input
                    type="checkbox"
                    className="check"
                    checked={column.link || shown.shown(column.name)}
                    disabled={column.link}
                    onChange={() => shown.toggle(column.name)}
                  />
                  {headOf(column)}
                </label>
              ))}
            </Group>
          )}
          <Group title={t('list.views')}>
            <SavedViews
              views={views.views}
              onSave={(name) => views.save(name, search)}
              onRemove={views.remove}
              onChoose={(view) => {
                setOpen(false)
                show(view.search)
              }}
            />
          </Group>
        </div>
      </ResponsiveDialog>
    </>
  )
}
