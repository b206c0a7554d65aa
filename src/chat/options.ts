import { useQuery } from '@tanstack/react-query'
import { type Option, optionsOptions } from '#console/data/queries.ts'

const none: readonly Option[] = []

export const useTags = (): readonly Option[] => useQuery(optionsOptions('tag')).data ?? none
/** Tags and salespeople are read while there is a line, so that they can be chosen without one. */
export function useAtHand(): void {
  useTags()
  useSalesUsers()
}

export const useSalesUsers = (): readonly Option[] => useQuery(optionsOptions('sales-user')).data ?? none
