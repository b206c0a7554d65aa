import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { choice, type StoredFile } from '#contract/kit/field/field.ts'
import { type Call, call } from '#contract/kit/section/call.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { openFile } from '../files/open-file.ts'
import { useAddress } from '../form/values/use-address.ts'
import { reasonOf } from '../text/reason.ts'
import { Picture } from './picture.tsx'

/** Builds the call of a private file's URL. */
const contentCall = (section: Section, url: string): Call =>
  call({
    name: `${section.name}.file`,
    section: section.name,
    kind: 'query',
    method: 'GET',
    path: url,
    permission: `get ${section.permission}`,
    query: { small: choice(['yes']) },
    reply: { of: 'blob', type: 'application/octet-stream' },
    silent: true,
  })

/** A file served only by a call: its thumbnail and name, which open it. */
export function PrivateFile({ section, file: { url, name, type } }: { section: Section; file: StoredFile }) {
  const content = contentCall(section, url)
  const isPicture = type.startsWith('image/')
  const { data } = useQuery({
    queryKey: queryKeys.call(content.name, { url }),
    queryFn: ({ signal }) => request<Blob>(content, { query: { small: 'yes' }, signal }),
    enabled: isPicture,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: 1,
  })
  const small = useAddress({ content: data })
  const failed = async (error: unknown) => postMessage({ kind: 'error', text: await reasonOf(error) })
  return (
    <button
      type="button"
      className="flex w-fit max-w-full items-center gap-2 rounded-md border p-1.5 pe-3 text-start underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
      onClick={() => void openFile({ name, type, load: () => request<Blob>(content) }, (error) => void failed(error))}
    >
      {small ? (
        <Picture src={small} alt="" width={168} compact className="size-14 rounded object-cover" />
      ) : (
        <FileText aria-hidden="true" className="m-4 size-6 text-muted-foreground" />
      )}
      <span dir="auto" className="truncate">
        {name}
      </span>
    </button>
  )
}
