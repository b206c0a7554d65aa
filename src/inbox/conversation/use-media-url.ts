import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import type { MediaForm } from '#console/data/chat/messages.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import type { Message } from '#contract/chat/messages.ts'
import { MediaSource } from './media-source.ts'

/** URL of a message's media; null when it is not cached and cannot be fetched now. */
export function useMediaUrl(message: Message, form: MediaForm, wanted = true): { url: string | null; loading: boolean } {
  const addressOf = useContext(MediaSource)
  const { data, isFetching } = useQuery({
    queryKey: queryKeys.call('chat.media-url', { ref: message.ref, id: message.id, form }),
    queryFn: () => addressOf(message, form),
    enabled: wanted,
    networkMode: 'always',
    // Fetched at each mount: newer URLs replace old ones, and missing media may be available.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return { url: data ?? null, loading: isFetching }
}
