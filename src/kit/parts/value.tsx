import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { siblingsOf } from '#contract/kit/section/options.ts'
import { runsLeftToRight } from '../text/direction.ts'
import { formatDate, formatDateTime, formatExact, formatMonth, formatPercent, formatRupiah } from '../text/format.ts'
import { choiceLabel, flagLabel } from '../text/labels.ts'
import { showPhone } from '../text/phone.ts'
import { ReferenceNames } from './reference-names.tsx'

/** Short text of texts and lists; nested values are counted. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.some(isRecord) ? t('list.entries', { count: value.length }) : value.map(String).join(', ')
  return isRecord(value) ? toText(value.name ?? '…') : toText(value)
}

/** A value in readable form; unchanged where its field is unknown. */
export function Value({ field, value }: { field: Field | undefined; value: unknown }): ReactNode {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–'
  if (field?.emptyDate && toText(value).startsWith(field.emptyDate.slice(0, 10)))
    return field.emptyShown === 'blank' ? '–' : t('list.alwaysShow')
  switch (field?.kind) {
    case 'choice':
    case 'choices':
    case 'flag':
      return [value]
        .flat()
        .map((entry) => (field.kind === 'flag' ? flagLabel(entry, field) : choiceLabel(entry, field)))
        .join(', ')
    case 'date':
      return formatDate(toText(value))
    case 'dateTime':
      return formatDateTime(toText(value))
    case 'month':
      return formatMonth(toText(value))
    case 'money':
      return formatRupiah(Number(value))
    case 'number':
      return formatExact(Number(value))
    case 'percent':
      return formatPercent(Number(value))
    case 'reference':
    case 'references':
      if (siblingsOf(field.to).length) return <>#{plain(value)}</>
      return value === 0 ? choiceLabel('0') : <ReferenceNames source={field.to ?? ''} values={[value].flat()} />
    default:
      return (
        <bdi {...(runsLeftToRight(field?.kind) && { dir: 'ltr' })}>{field?.kind === 'phone' ? showPhone(toText(value)) : plain(value)}</bdi>
      )
  }
}
