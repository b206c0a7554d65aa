import { useQuery } from '@tanstack/react-query'
import { readDevice } from '#console/data/device.ts'
import { outboxStore } from '#console/data/outbox-store.ts'
import { queryKeys } from '#console/data/query-keys.ts'
import { useStore } from '#console/data/store.ts'
import { useSync } from '#console/data/sync.ts'

/** How the device stands, read anew after every change of the outbox and every sync. */
export function useDevice() {
  const { rows } = useStore(outboxStore)
  const { at } = useSync('leads')
  return useQuery({
    queryKey: [...queryKeys.call('device', ''), rows.length, at],
    queryFn: readDevice,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 10_000,
    placeholderData: (before) => before,
  })
}
