import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { useStore } from '#console/data/base/store.ts'
import { ownerDatabase } from '#console/data/cache/db.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { atItsPath } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { type Attachment, attachmentContent, attachmentsName, listAttachments } from '#contract/sections/sales/lead-attachments.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { foldAttachments, type Item, type Source } from './fold.ts'

const onWire = <C extends Call>(call: C): C => atItsPath(leads, call)

function listOptions(lead: string) {
  return queryOptions({
    queryKey: queryKeys.list(attachmentsName, { ...firstPage, filters: [{ field: 'lead', values: [lead] }] }),
    queryFn: ({ signal }) => request<Page<Attachment>>(onWire(listAttachments), { params: { id: lead }, signal }),
    meta: { keep: true },
  })
}

export interface Attachments {
  items: Item[]
  /** 'offline': the server's attachments are unknown. */
  state: 'loading' | 'ready' | 'offline' | 'failed'
  retry: () => void
}

/** A lead's attachments; of an unsynced lead, those in the outbox. */
export function useAttachments(lead: AnyRow | null): Attachments {
  const isKnown = lead !== null && lead.id > 0
  const ref = lead?.ref ?? ''
  const { data, error, fetchStatus, refetch } = useQuery({ ...listOptions(ref), enabled: isKnown })
  const { rows, settled } = useStore(outboxStore)
  const items = useMemo(() => foldAttachments(ref, data?.data ?? [], [...settled, ...rows]), [ref, data, settled, rows])
  const offline = hasNoConnection({ error, fetchStatus })
  const state = data || !isKnown ? 'ready' : offline ? 'offline' : error ? 'failed' : 'loading'
  return { items, state, retry: () => void refetch() }
}

/** The whole; a small picture; a sound as every browser plays it. */
export type ContentForm = 'whole' | 'small' | 'playable'

const queries = { whole: {}, small: { small: 'yes' }, playable: { sound: 'aac' } } as const satisfies Record<ContentForm, object>

async function readContent(source: Source, ref: string, form: ContentForm, signal: AbortSignal): Promise<Blob> {
  if (source.at === 'here') return source.blob
  if (source.at === 'outbox') {
    const db = ownerDatabase()
    const stored = await db?.withConnection(() => db.files.get(source.key))
    // A file leaves the device when it was sent, which is before the list of the server names it.
    if (stored) return stored.blob
  }
  return request<Blob>(onWire(attachmentContent), { params: { id: source.lead, attachment_id: ref }, query: queries[form], signal })
}

/** Content of an attachment. */
export function contentOptions({ source, ref }: Item, form: ContentForm) {
  const where = source.at === 'outbox' ? source.key : source.at
  return queryOptions({
    queryKey: queryKeys.call(attachmentContent.name, { ref, where, form: source.at === 'server' ? form : 'whole' }),
    queryFn: ({ signal }) => readContent(source, ref, form, signal),
    networkMode: source.at === 'server' ? 'online' : 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
    structuralSharing: false,
    retry: 1,
  })
}
