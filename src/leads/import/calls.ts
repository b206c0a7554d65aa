/** The requests of an import. None of them waits in the outbox: offline they fail, and the window of the import goes on later. */

import { request } from '#console/data/api/request.ts'
import { atItsPath } from '#console/data/query/queries.ts'
import type { DuplicatePolicy } from '#contract/import/import-calls.ts'
import { importLimits } from '#contract/import/limits.ts'
import type { Call } from '#contract/kit/section/call.ts'
import {
  type ImportDetail,
  type ImportRow,
  type ImportSummary,
  leadImportBegin,
  leadImportCheck,
  leadImportFinish,
  leadImportPart,
  leadImports,
  leadImportUndo,
} from '#contract/leads/lead-import.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import type { Defaults } from './stored-import.ts'

export function here<C extends Call>(call: C): C {
  return atItsPath(leads, call)
}

async function detail(call: Call<unknown>, options: Parameters<typeof request>[1]): Promise<ImportDetail> {
  return (await request<{ data: ImportDetail }>(call, options)).data
}

export interface Beginning {
  ref: string
  name: string
  total: number
  duplicates: DuplicatePolicy
  defaults: Defaults
}

export function beginImport({ ref, name, total, duplicates, defaults }: Beginning): Promise<ImportDetail> {
  return detail(here(leadImportBegin), { body: { ref, file_name: name.slice(-200), total, duplicates, ...defaults } })
}

export const sendPart = (ref: string, number: number, rows: readonly ImportRow[]): Promise<ImportDetail> =>
  detail(here(leadImportPart), { params: { id: ref }, body: { number, rows } })

export const finishImport = (ref: string, cancelled: boolean): Promise<ImportDetail> =>
  detail(here(leadImportFinish), { params: { id: ref }, body: { cancelled } })

export const undoImportPart = (ref: string): Promise<ImportDetail> => detail(here(leadImportUndo), { params: { id: ref }, body: {} })

export async function recentImports(): Promise<ImportSummary[]> {
  return (await request<{ imports: ImportSummary[] }>(here(leadImports))).imports
}

/** Returns the phones that already have a lead, in several requests. */
export async function existingPhones(
  phones: readonly string[],
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let at = 0; at < phones.length; at += importLimits.phones) {
    const body = { phones: phones.slice(at, at + importLimits.phones) }
    const { existing } = await request<{ existing: string[] }>(here(leadImportCheck), { body, signal })
    for (const phone of existing) found.add(phone)
    onProgress((Math.min(phones.length, at + importLimits.phones) / phones.length) * 100)
  }
  return found
}
