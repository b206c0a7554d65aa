import { useQuery } from '@tanstack/react-query'
import { optionsOptions } from '#console/data/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { unassigned } from '#contract/options.ts'

interface Props {
  source: string
  values: readonly unknown[]
}

/** The names behind references; while they are on their way, or hidden from this person, their numbers. */
export function ReferenceNames({ source, values }: Props) {
  const { data } = useQuery(optionsOptions(source))
  const names = values.map((value) =>
    value === unassigned
      ? t('list.unassigned')
      : (data?.find((option) => option.id === value || option.ref === value)?.label ?? `#${String(value)}`),
  )
  return (
    <span dir="auto" className="truncate">
      {names.join(', ')}
    </span>
  )
}
