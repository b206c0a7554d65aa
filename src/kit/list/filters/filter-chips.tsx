import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { isProductKind, productSections } from '#contract/choices/product-kinds.ts'
import { type Filter, type ListQuery, parseRange, withFilter } from '#contract/kit/field/list-query.ts'
import { fieldOf, type Section } from '#contract/kit/section/section.ts'
import { ReferenceNames } from '../../parts/reference-names.tsx'
import { formatDate, formatList } from '../../text/format.ts'
import { formatDays } from '../../text/format-days.ts'
import { choiceLabel, fieldLabel } from '../../text/labels.ts'

interface Props {
  section: Section
  query: ListQuery
  onQuery: (query: ListQuery) => void
}

/** What filters are called that only links of reports have: they are no field of a record. */
export const linkWords = {
  credit: () => t('filters.link.credit'),
  product: () => t('filters.link.product'),
  has_proof: () => t('filters.link.hasProof'),
  followed_up: () => t('filters.link.followedUp'),
  moved: () => t('filters.link.moved'),
  won: () => t('filters.link.won'),
  handled: () => t('filters.link.handled'),
  rated: () => t('filters.link.rated'),
  rated_on: () => t('filters.link.rated'),
  asked: () => t('filters.link.asked'),
  held_on: () => t('filters.link.heldOn'),
  open_at: () => t('filters.link.openAt'),
} as const

const isLink = (name: string): name is keyof typeof linkWords => Object.hasOwn(linkWords, name)

/** Days, and behind a slash the person or the stock: '2026-05-01..2026-05-31/3'; a product as 'membership/4'; a person as a number. */
function describeLink(name: keyof typeof linkWords, value: string): ReactNode {
  const [first = '', of = ''] = value.split('/')
  if (name === 'has_proof') return `${linkWords[name]()}: ${t(value === 'true' ? 'filters.yes' : 'filters.no')}`
  const names = (source: string, id: string) => <ReferenceNames source={source} values={[Number(id)]} />
  const what =
    name === 'credit'
      ? names('user/sales', first)
      : isProductKind(first)
        ? names(productSections[first], of)
        : [formatDays(first), ...(of ? [' · ', /^\d+$/.test(of) ? names('user', of) : of] : [])]
  return (
    <>
      {linkWords[name]()}: {what}
    </>
  )
}

/** What a filter asks, in words; a range and a yes with the name of their field. */
function describeFilter(section: Section, { field: name, values }: Filter): ReactNode {
  if (isLink(name) && !fieldOf(section, name)) return describeLink(name, values[0] ?? '')
  const field = fieldOf(section, name)
  const label = fieldLabel(name, field)
  const range = parseRange(values[0] ?? '')
  if (range) {
    const [from = '', to = ''] = [range.from, range.to].map((end) => (end && /^\d{4}-/.test(end) ? formatDate(end) : end))
    return `${label}: ${from} – ${to}`
  }
  if (field?.kind === 'reference' || field?.kind === 'references')
    return <ReferenceNames source={field.to ?? ''} values={values.map((value) => (/^\d+$/.test(value) ? Number(value) : value))} />
  if (field?.kind === 'flag') return `${label}: ${t(values[0] === 'true' ? 'filters.yes' : 'filters.no')}`
  return formatList(values.map((value) => choiceLabel(value, field)))
}

/** The filters of a list in words, each with a way to take it off. */
export function FilterChips({ section, query, onQuery }: Props) {
  return (
    <div className="flex gap-1.5 overflow-x-auto [scrollbar-width:none] px-4 pb-2">
      {query.filters.map((filter) => (
        <Button key={filter.field} size="small" className="rounded-full" onClick={() => onQuery(withFilter(query, filter.field, []))}>
          <span className="max-w-60 truncate" dir="auto">
            {describeFilter(section, filter)}
          </span>
          <X aria-label={t('list.clear')} />
        </Button>
      ))}
    </div>
  )
}
