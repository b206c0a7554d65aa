import { useQuery } from '@tanstack/react-query'
import { useSession } from '#console/data/api/session.ts'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { Select } from '#console/ui/select.tsx'
import { unassigned } from '#contract/choices/options.ts'
import { filterValues, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { roleFlags } from '#contract/kit/field/permission.ts'
import { useIdle } from './use-idle.ts'

interface Props {
  query: ListQuery
  onQuery: (query: ListQuery) => void
}

const all = ''
const several = 'several'

/** Filter by assignee: all, mine, none, and with permission one other salesperson (docs/product/access.md#salespeople). */
export function AssignmentFilter({ query, onQuery }: Props) {
  const { session } = useSession()
  const idle = useIdle()
  const values = filterValues(query, 'sales')
  const value = values.length > 1 ? several : (values[0] ?? all)
  const { data = [] } = useQuery({ ...optionsOptions('user/sales'), enabled: idle || values.length > 0 })
  const me = session?.user.id ?? 0
  const isSales = session ? roleFlags(session.roles).isSales : true
  const others = isSales ? [] : data.filter((option) => option.id !== me)
  const known = [all, several, String(unassigned), String(me)].includes(value) || others.some((option) => String(option.id) === value)
  return (
    <Select
      className="min-w-24 flex-1 sm:w-44 sm:flex-none"
      aria-label={t('leads.assignment')}
      value={value}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        if (chosen !== several) onQuery(withFilter(query, 'sales', chosen === all ? [] : [chosen]))
      }}
    >
      <option value={all}>{t('leads.everyone')}</option>
      <option value={String(me)}>{t('leads.mine')}</option>
      <option value={String(unassigned)}>{t('choice.0')}</option>
      {value === several && <option value={several}>{t('leads.several', { count: values.length })}</option>}
      {!known && <option value={value}>#{value}</option>}
      {others.length > 0 && (
        <optgroup label={t('field.sales')}>
          {others.map((option) => (
            <option key={option.ref} value={String(option.id)}>
              {option.label}
            </option>
          ))}
        </optgroup>
      )}
    </Select>
  )
}
