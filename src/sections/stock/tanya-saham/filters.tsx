import { ListFilter, X } from 'lucide-react'
import { useId } from 'react'
import type { Option } from '#console/data/query/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { StatusTabs } from '#console/inbox/list/status-tabs.tsx'
import { useMe } from '#console/inbox/room/may.ts'
import { useTags } from '#console/inbox/room/options.ts'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { formatDays } from '#console/kit/text/format-days.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { Button } from '#console/ui/button.tsx'
import { Label } from '#console/ui/label.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { Select } from '#console/ui/select.tsx'
import { filterValues, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { questionCategories, tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { type StatusTab, statusOf, statusTabs, withStatus } from './search.ts'

interface Props {
  query: ListQuery
  /** Default status. */
  usual: StatusTab
  people: readonly Option[]
  onQuery: (query: ListQuery) => void
}

const all = ''
const beside = ['assigned_to', 'category', 'tag', 'rating'] as const
type Beside = (typeof beside)[number]

interface ChoiceProps extends Omit<Props, 'people' | 'usual'> {
  field: Beside
  any: string
  label: string
  options: readonly { value: string; label: string }[]
}

function Choice({ field, any, label, options, query, onQuery }: ChoiceProps) {
  const id = useId()
  const value = filterValues(query, field)[0] ?? all
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Select
        id={id}
        value={value}
        onChange={({ currentTarget }) => onQuery(withFilter(query, field, currentTarget.value === all ? [] : [currentTarget.value]))}
      >
        <option value={all}>{any}</option>
        {value !== all && !options.some((option) => option.value === value) && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** Filters set by links of reports. */
const ofReports = ['answered_on', 'answered_by', 'asked_code', 'asked', 'created_at', 'handled', 'rated', 'rated_on'] as const

export const reportFilters = (query: ListQuery) => ofReports.filter((field) => filterValues(query, field).length > 0)

export const filterCount = (query: ListQuery) => beside.filter((field) => filterValues(query, field).length > 0).length

/** Filters of the list: search, status, and more behind a button. */
export function Filters({ query, usual, people, onQuery }: Props) {
  const me = useMe()
  const tags = useTags()
  const count = filterCount(query)
  const fromReport = reportFilters(query)
  const mine = { value: String(me), label: t('chat.mine') }
  const others = people.filter(({ id }) => id !== me).map(({ id, label }) => ({ value: String(id), label }))
  const parts = { query, onQuery }
  return (
    <div className="flex flex-col gap-2 px-4 pb-2">
      <div className="flex items-center gap-2 *:first:max-w-none!">
        <SearchBox value={query.search} onSearch={(search) => onQuery({ ...query, search, page: 1 })} />
        <Popover>
          <PopoverTrigger asChild>
            <Button size="icon" className="relative" aria-label={count ? t('chat.filtersOn', { count }) : t('list.filters')}>
              <ListFilter aria-hidden="true" />
              {count > 0 && <span aria-hidden="true" className="absolute -end-0.5 -top-0.5 size-2.5 rounded-full bg-primary" />}
            </Button>
          </PopoverTrigger>
          <PopoverContent align="end" className="w-72" aria-label={t('list.filters')}>
            <div className="flex flex-col gap-3">
              <Choice
                {...parts}
                field="assigned_to"
                label={t('chat.assignee')}
                any={t('chat.everyone')}
                options={[mine, { value: '0', label: t('choice.0') }, ...others]}
              />
              <Choice
                {...parts}
                field="category"
                label={t('tanya-saham.category')}
                any={t('chat.all')}
                options={questionCategories.map((value) => ({ value, label: choiceLabel(value, tanyaSaham.fields.category) }))}
              />
              <Choice
                {...parts}
                field="tag"
                label={t('chat.tag')}
                any={t('chat.anyTag')}
                options={tags.map(({ label }) => ({ value: label, label }))}
              />
              <Choice
                {...parts}
                field="rating"
                label={t('tanya-saham.rating')}
                any={t('chat.all')}
                options={['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))}
              />
              <Button
                disabled={count === 0}
                onClick={() => onQuery(beside.reduce((next: ListQuery, field) => withFilter(next, field, []), query))}
              >
                {t('list.clearFilters')}
              </Button>
            </div>
          </PopoverContent>
        </Popover>
      </div>
      <StatusTabs
        value={statusOf(query, usual)}
        options={statusTabs.map((value) => ({
          value,
          label: value === 'all' ? t('chat.all') : t(`tanya-saham.status.${value}`),
        }))}
        onChange={(tab) => onQuery(withStatus(query, tab, usual))}
      />
      {fromReport.length > 0 && (
        <Button
          size="small"
          className="self-start"
          onClick={() => onQuery(fromReport.reduce((next: ListQuery, field) => withFilter(next, field, []), query))}
        >
          {[
            t('tanya-saham.report.from'),
            ...(['answered_on', 'created_at', 'handled', 'rated', 'rated_on'] as const).flatMap((field) =>
              filterValues(query, field).map(formatDays),
            ),
            ...filterValues(query, 'asked').flatMap((value) => value.split('/').map(formatDays)),
            ...filterValues(query, 'asked_code'),
          ].join(' · ')}
          <X aria-label={t('list.clear')} className="size-4" />
        </Button>
      )}
    </div>
  )
}
