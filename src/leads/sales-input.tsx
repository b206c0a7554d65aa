import { useAccess, useSession } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { ReferenceInput } from '#console/kit/form/inputs/reference-input.tsx'
import { about } from '#console/kit/form/values/about.ts'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { Select } from '#console/ui/select.tsx'
import { unassigned } from '#contract/choices/options.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { holds, roleFlags } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'

/** Assignee. Without 'update assign-sales' an unassigned lead can be taken and an own one released, as on the server. */
export function SalesInput({ record, ...props }: InputProps & { record: AnyRow | null }) {
  const mayAssign = holds(useAccess(), 'update assign-sales')
  const { session } = useSession()
  if (mayAssign || !session) return <ReferenceInput {...props} />
  const { id, ref, name } = session.user
  const owner = record?.sales || unassigned
  const isMine = owner === id || owner === ref
  const choices = [
    { value: String(unassigned), label: t('choice.0') },
    ...(roleFlags(session.roles).isSales ? [{ value: String(id), label: name }] : []),
  ]
  if (owner !== unassigned && !isMine)
    choices.splice(0, choices.length, { value: toText(owner), label: toText(record?.sales_name ?? `#${owner}`) })
  return (
    <Select
      {...about(props)}
      disabled={props.disabled || choices.length === 1}
      value={toText(props.value || unassigned)}
      onChange={(event) => props.onChange(Number(event.currentTarget.value))}
      onBlur={props.onBlur}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
