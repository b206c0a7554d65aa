import { useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { member } from '#contract/sections/member/member.ts'
import { type Owned, OwnedClasses } from './owned-classes.tsx'

/** Classes and programs of a chat's customer. Nothing while they are unknown, or none. */
export function CustomerClasses({ record: { ref, version } }: { record: Pick<AnyRow, 'ref' | 'version'> }) {
  useLocale()
  const call = sectionCall(member, 'timeline')
  const { data } = useQuery({
    queryKey: queryKeys.call(call.name, { ref, version }),
    queryFn: ({ signal }) => request<{ owned?: Owned[] }>(call, { params: { id: ref }, signal }),
  })
  if (!data?.owned?.length) return null
  return (
    <div className="mt-4">
      <h4 className="pb-1 text-xs text-muted-foreground">{t('member.owned')}</h4>
      <OwnedClasses owned={data.owned} />
    </div>
  )
}
