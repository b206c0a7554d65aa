import { invalidateSection } from '#console/data/query/queries.ts'
import type { ImportDetail } from '#contract/leads/lead-import.ts'
import { undoImportPart } from './calls.ts'

/** Undoes an import completely, part by part; `onProgress` gets each count. Rejects offline: undone parts stay undone. */
export async function undoImport(ref: string, onProgress: (so: ImportDetail) => void): Promise<ImportDetail> {
  try {
    for (;;) {
      const so = await undoImportPart(ref)
      onProgress(so)
      if (so.state === 'undone') return so
    }
  } finally {
    const { pullChanges } = await import('#console/data/start/sync.ts')
    pullChanges()
    await invalidateSection('leads')
  }
}
