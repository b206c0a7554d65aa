/** The sectors of the Indonesian exchange (IDX-IC), with the codes of their indices. */
import type { Random } from './random.ts'
import { type Clock, recordColumns } from './rows.ts'

const sectors: readonly [name: string, code: string, icon: string][] = [
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
]

export function demoStockSectors(random: Random, clock: Clock, authors: readonly string[]) {
  return sectors.map(([name, code, icon], at) => ({ id: at + 1, ...recordColumns(random, clock, 300, authors), name, code, icon }))
}
