import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListSearch } from '#console/kit/list/query/search.ts'
import { detailLink, listLink } from '#console/kit/text/section-link.ts'

const look = 'font-medium text-primary-text underline-offset-4 hover:underline'

interface Props {
  section: string
  label: ReactNode
  /** Whether this person may open it; else its name alone. */
  isLink: boolean
}

/** Link to the record that an order names. */
export function RecordAnchor({ section, id, label, isLink }: Props & { id: string }) {
  if (!isLink) return <bdi>{label}</bdi>
  return (
    <Link {...detailLink(section, id)} className={look}>
      <bdi>{label}</bdi>
    </Link>
  )
}

/** Link to a list of what an order names by its text. */
export function ListAnchor({ section, search, label, isLink }: Props & { search: ListSearch }) {
  if (!isLink) return <bdi>{label}</bdi>
  return (
    <Link {...listLink(section, search)} className={look}>
      <bdi>{label}</bdi>
    </Link>
  )
}
