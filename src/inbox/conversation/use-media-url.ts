import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { queryKeys } from '#console/data/query/query-keys.ts'
import type { Message } from '#contract/chat/messages.ts'
import { MediaSource } from './media-source.ts'

/** Where the media of a message can be looked at; null when it is not here and cannot be fetched now. */
export function useMediaUrl(message: Message, small: boolean, wanted = true): { url: string | null; loading: boolean } {
  const addressOf = useContext(MediaSource)
  const { data, isFetching } = useQuery({
    queryKey: queryKeys.call('chat.media-url', { ref: message.ref, id: message.id, small }),
    queryFn: () => addressOf(message, small),
    enabled: wanted,
    networkMode: 'always',
    // Asked for with every look: an address gives way to newer ones, and what was not to be had may be there now.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return { url: data ?? null, loading: isFetching }
}
