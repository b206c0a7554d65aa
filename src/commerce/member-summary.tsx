import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { oneOptions } from '#console/data/queries.ts'
import { useLocale } from '#console/i18n/i18n.ts'
import { editLink } from '#console/kit/section-link.ts'
import { member } from '#contract/sections/member/member.ts'
import { Products } from './products.tsx'

/** The member of a room: the name, which leads to them, and what they have access to. */
export function MemberSummary({ id }: { id: number }) {
  useLocale()
  const { data } = useQuery(oneOptions(member, id))
  if (!data) return null
  return (
    <div className="mt-2 grid gap-2 text-sm">
      <Link
        {...editLink(member.name, data.ref)}
        className="w-fit font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
      >
        <bdi>{String(data.name)}</bdi>
      </Link>
      <Products value={data.products} />
    </div>
  )
}
