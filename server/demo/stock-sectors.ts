/** Sectors of the Indonesian exchange (IDX-IC) with index codes; the last has no index and no companies. */
import type { Random } from './base/random.ts'
import { type Clock, recordColumns } from './base/rows.ts'

export const sectors: readonly [name: string, code: string | null, icon: string][] = [
  ['Energy', 'IDXENERGY', 'energy'],
  ['Basic Materials', 'IDXBASIC', 'materials'],
  ['Industrials', 'IDXINDUST', 'industry'],
  ['Consumer Non-Cyclicals', 'IDXNONCYC', 'staples'],
  ['Consumer Cyclicals', 'IDXCYCLIC', 'shopping'],
  ['Healthcare', 'IDXHEALTH', 'health'],
  ['Financials', 'IDXFINANCE', 'finance'],
  ['Properties & Real Estate', 'IDXPROPERT', 'property'],
  ['Technology', 'IDXTECHNO', 'technology'],
  ['Infrastructures', 'IDXINFRA', 'infrastructure'],
  ['Transportation & Logistic', 'IDXTRANS', 'transport'],
  ['Listed Investment Product', null, 'finance'],
]

export function demoStockSectors(random: Random, clock: Clock, authors: readonly string[]) {
  return sectors.map(([name, code, icon], at) => ({ id: at + 1, ...recordColumns(random, clock, 300, authors), name, code, icon }))
}
