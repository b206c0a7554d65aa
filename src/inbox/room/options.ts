import { useQuery } from '@tanstack/react-query'
import { type Option, optionsOptions } from '#console/data/query/option-queries.ts'

const none: readonly Option[] = []

export const useTags = (): readonly Option[] => useQuery(optionsOptions('tag-manager')).data ?? none
/** Loads tags and salespeople while online, for choosing them offline. */
export function usePrefetchOptions(): void {
  useTags()
  useSalesUsers()
}

export const useSalesUsers = (): readonly Option[] => useQuery(optionsOptions('user/sales')).data ?? none
