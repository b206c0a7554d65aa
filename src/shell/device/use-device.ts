import { useQuery } from '@tanstack/react-query'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { readDevice } from '#console/data/start/device.ts'
import { useSync } from '#console/data/start/sync.ts'

/** State of the device, read again after every change of the outbox and every sync. */
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
