import { useQuery } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import type { RowOf } from '#contract/kit/field/field.ts'
import type { signedFile } from '#contract/kit/field/video.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { FileLink } from '../files/file-link.tsx'
import { storedAddress } from '../form/values/stored-address.ts'

interface Props {
  section: Section
  /** Ref of the record. */
  record: string
  /** Where the file stands in it, such as `lessons.2.file`. */
  path: string
  name: string
}

/** Opens a private file of a record by its signed address; its name alone while there is none. */
export function SignedLink({ section, record, path, name }: Props) {
  const call = sectionCall(section, 'videos')
  const { data } = useQuery({
    queryKey: queryKeys.call(call.name, { record }),
    queryFn: ({ signal }) => request<{ files?: RowOf<typeof signedFile>[] }>(call, { params: { id: record }, signal }),
    staleTime: 60_000,
  })
  const url = data?.files?.find((each) => each.path === path && each.name === name)?.url
  if (!url) return <bdi className="truncate">{name}</bdi>
  return <FileLink href={storedAddress(url)} name={name} className="truncate text-primary-text underline" />
}
