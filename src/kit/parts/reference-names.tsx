import { useQuery } from '@tanstack/react-query'
import { useConnection } from '#console/data/api/connection.ts'
import { useStore } from '#console/data/base/store.ts'
import { namedOptions, optionsOptions, targetOptions } from '#console/data/query/option-queries.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { unassigned } from '#contract/choices/options.ts'
import { toText } from '#contract/kit/field/guards.ts'

interface Props {
  source: string
  values: readonly unknown[]
}

/** Names of references, also of records that wait in the outbox; their ids while names load or are hidden by permission. */
export function ReferenceNames({ source, values }: Props) {
  const online = useConnection() === 'online'
  const { data: first, isPending } = useQuery(optionsOptions(source))
  const isIn = (value: unknown) => first?.some((option) => option.id === value || option.ref === value)
  const unnamed = values.filter((value) => value !== unassigned && !isIn(value)).map(String)
  const { data: named = [] } = useQuery({ ...namedOptions(source, unnamed), enabled: online && !isPending && unnamed.length > 0 })
  const { data: target } = useQuery(targetOptions(source))
  const waiting = useStore(outboxStore, ({ rows }) => rows)
  const made = (value: unknown) =>
    target && waiting.find((row) => row.action === 'create' && row.touches[0] === value)?.patch[target.section.title]
  const names = values.map((value) =>
    value === unassigned
      ? t('list.unassigned')
      : toText(
          [...(first ?? []), ...named].find((option) => option.id === value || option.ref === value)?.label ??
            made(value) ??
            `#${toText(value)}`,
        ),
  )
  return (
    <span dir="auto" className="truncate">
      {names.join(', ')}
    </span>
  )
}
