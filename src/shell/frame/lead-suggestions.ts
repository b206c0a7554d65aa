import { useQuery } from '@tanstack/react-query'
import { isCached } from '#console/data/cache/cached.ts'
import { suggestCached } from '#console/data/cache/cached-rows.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { useItems } from '../base/navigation.ts'

export interface Suggestion {
  ref: string
  name: string
  phone: string
}

/** At most 10 (docs/product/leads.md#suggestions); from the cache where possible. */
const max = 10
const minCharacters = 2

/** Leads that match a text; none without permission. */
export function useLeadSuggestions(text: string): Suggestion[] {
  const allowed = useItems().some((item) => item.name === 'leads')
  const enabled = allowed && text.length >= minCharacters
  const cached = isCached('leads')
  const own = useQuery({
    queryKey: queryKeys.call('leads.suggest', text),
    queryFn: () => suggestCached('leads', text, max),
    enabled: enabled && cached,
    networkMode: 'always',
  })
  // Leads not on the device, or evicted, are requested from the server.
  const requestsServer = enabled && (!cached || own.data === null)
  const asked = useQuery({
    ...listOptions(leads, { ...firstPage, size: max, search: text }),
    enabled: requestsServer,
    meta: { keep: false },
  })
  if (!enabled) return []
  return ((requestsServer ? asked.data?.data : own.data) ?? []).map((row) => ({
    ref: row.ref,
    name: toText(row.name),
    phone: toText(row.phone),
  }))
}
