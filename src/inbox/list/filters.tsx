import { ListFilter } from 'lucide-react'
import { memo, Suspense, useId } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { Button } from '#console/ui/button.tsx'
import { Label } from '#console/ui/label.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { Select } from '#console/ui/select.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { unassigned } from '#contract/choices/options.ts'
import { useMe } from '../room/may.ts'
import { useSalesUsers, useTags } from '../room/options.ts'
import { type ChatSearch, filterCount, type StatusTab, statusOf, statusTabs } from '../room/search.ts'
import { StatusTabs } from './status-tabs.tsx'

/** Apart, because links of reports are rare. */
const RepliedChip = deferred(() =>
  Promise.all([import('#console/kit/list/filters/replied-chip.tsx'), loadMessages('filters')]).then(([module]) => module.RepliedChip),
)

interface Props {
  search: ChatSearch
  onSearch: (change: Partial<Record<keyof ChatSearch, unknown>>) => void
}

const all = ''

/** Filter by assignee: all, mine, none, one salesperson (docs/product/chat.md#rooms: 'Unassigned' is 0). */
function Assignee({ search, onSearch }: Props) {
  const id = useId()
  const me = useMe()
  const people = useSalesUsers()
  const value = search.assignee_sales === undefined ? all : String(search.assignee_sales)
  const others = people.filter((person) => person.id !== me && person.id > 0)
  const known = [all, String(unassigned), String(me)].includes(value) || others.some((person) => String(person.id) === value)
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{t('chat.assignee')}</Label>
      <Select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          onSearch({ assignee_sales: chosen === all ? undefined : Number(chosen), page: undefined })
        }}
      >
        <option value={all}>{t('chat.everyone')}</option>
        <option value={String(me)}>{t('chat.mine')}</option>
        <option value={String(unassigned)}>{choiceLabel(unassigned)}</option>
        {!known && <option value={value}>#{value}</option>}
        {others.map((person) => (
          <option key={person.ref} value={String(person.id)}>
            {person.label}
          </option>
        ))}
      </Select>
    </div>
  )
}

function TagFilter({ search, onSearch }: Props) {
  const id = useId()
  const tags = useTags()
  const value = search.tag ?? all
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{t('chat.tag')}</Label>
      <Select id={id} value={value} onChange={(event) => onSearch({ tag: event.currentTarget.value || undefined, page: undefined })}>
        <option value={all}>{t('chat.anyTag')}</option>
        {value !== all && !tags.some((tag) => tag.label === value) && <option value={value}>{value}</option>}
        {tags.map((tag) => (
          <option key={tag.ref} value={tag.label}>
            {tag.label}
          </option>
        ))}
      </Select>
    </div>
  )
}

function FlagFilter({ name, label, search, onSearch }: Props & { name: 'is_need_support' | 'snoozed' | 'unanswered'; label: string }) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <Label htmlFor={id}>{label}</Label>
      <Switch
        id={id}
        checked={search[name] === true}
        onChange={() => onSearch({ [name]: search[name] ? undefined : true, page: undefined })}
      />
    </div>
  )
}

const tabLabel = (tab: StatusTab) => (tab === 'all' ? t('chat.all') : choiceLabel(tab))

/** Filters of the list: search, status, and more behind a button. */
export const Filters = memo(function UnmemoizedFilters({ search, onSearch }: Props) {
  const count = filterCount(search)
  const status = statusOf(search)
  const { replied } = search
  return (
    <div className="flex flex-col gap-2 px-4 pb-2">
      <div className="flex items-center gap-2 *:first:max-w-none!">
        <SearchBox value={search.search ?? ''} onSearch={(text) => onSearch({ search: text || undefined, page: undefined })} />
        <Popover>
          <PopoverTrigger asChild>
            <Button size="icon" className="relative" aria-label={count ? t('chat.filtersOn', { count }) : t('list.filters')}>
              <ListFilter aria-hidden="true" />
              {count > 0 && <span aria-hidden="true" className="absolute -end-0.5 -top-0.5 size-2.5 rounded-full bg-primary" />}
            </Button>
          </PopoverTrigger>
          <PopoverContent align="end" className="w-72" aria-label={t('list.filters')}>
            <div className="flex flex-col gap-3">
              <Assignee search={search} onSearch={onSearch} />
              <TagFilter search={search} onSearch={onSearch} />
              <FlagFilter name="unanswered" label={t('chat.unanswered')} search={search} onSearch={onSearch} />
              <FlagFilter name="is_need_support" label={t('chat.needsSupport')} search={search} onSearch={onSearch} />
              <FlagFilter name="snoozed" label={t('chat.snoozed')} search={search} onSearch={onSearch} />
              <Button
                disabled={count === 0}
                onClick={() =>
                  onSearch({
                    tag: undefined,
                    assignee_sales: undefined,
                    is_need_support: undefined,
                    snoozed: undefined,
                    unanswered: undefined,
                    page: undefined,
                  })
                }
              >
                {t('list.clearFilters')}
              </Button>
            </div>
          </PopoverContent>
        </Popover>
      </div>
      <StatusTabs
        value={status}
        options={statusTabs.map((tab) => ({ value: tab, label: tabLabel(tab) }))}
        onChange={(tab) => onSearch({ status: tab, page: undefined })}
      />
      <Suspense>
        {replied && <RepliedChip replied={replied} onClear={() => onSearch({ replied: undefined, status: undefined, page: undefined })} />}
      </Suspense>
    </div>
  )
})
