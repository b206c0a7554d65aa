/** Import of members and access from another system (docs/product/members.md#retention-import). */
import type { ImportRules } from '#server/crud/import/rules.ts'
import { arrange, storeRetention } from './retention/rows.ts'
import { undoRetention } from './retention/undo.ts'

export const retention: Partial<ImportRules> = { arrange, store: storeRetention, undo: undoRetention, undoesAgain: true }
