/** A lead in the server's form, for unit tests. */
import type { AnyRow } from '#contract/kit/section/section.ts'

export const testLead = (ref: string, version: number, values: Readonly<Record<string, unknown>> = {}): AnyRow => ({
  id: 9,
  ref,
  version,
  created_at: '2026-11-20T07:00:00Z',
  updated_at: '2026-11-20T07:00:00Z',
  created_by: null,
  updated_by: null,
  name: 'Budi',
  ...values,
})
