/** Undoes a retention import: its entries, assignments, and members without other references. */
import { toText } from '#contract/kit/field/guards.ts'
import { lockAccountsOf, voidImported } from '#server/commerce/ledger.ts'
import { rowRequest } from '#server/crud/import/request.ts'
import type { Storing } from '#server/crud/import/store.ts'
import { putBack, tried, type Undoing, type UndoRecords } from '#server/crud/import/undo.ts'
import { inUse } from '#server/crud/query/uses.ts'
import { publishChange } from '#server/crud/write/publish-change.ts'
import { removeRows } from '#server/crud/write/remove.ts'
import { softDelete } from '#server/crud/write/trash.ts'
import { writeColumns } from '#server/crud/write/write.ts'
import { eraseOne } from '../erasure/erase.ts'
import { detailNames } from './rows.ts'

/** Deleted with the member. */
const alerts = 'member-alert'

/** Unchanged since, and without other references. */
async function isUnused({ db, shape }: Storing, { entry, row }: Undoing): Promise<boolean> {
  if (row.version !== entry.version) return false
  const { uses = {} } = (await inUse(db, shape, [row])).get(row.id)?.reason ?? {}
  return Object.keys(uses).every((section) => section === alerts)
}

/** Deletes and erases at once, to free the phone for the corrected file; the ledger stays. */
async function removeMember({ platform, db, user, shape, after }: Storing, id: number): Promise<boolean> {
  const request = rowRequest(user, db, after)
  const going = { softDelete: (ids: readonly number[]) => softDelete(shape, request, ids) }
  const removal = await tried(db, (tx) => removeRows(platform, shape, { ...request, db: tx }, [id], going))
  if (!removal) return false
  await eraseOne(db, id)
  return true
}

async function undoOne(storing: Storing, undoing: Undoing): Promise<boolean> {
  const { platform, db, user, shape, stored } = storing
  const { entry, row } = undoing
  const isTaken = await voidImported(db, stored.id, row.id, user.name)
  if (!entry.before && isTaken && (await isUnused(storing, undoing))) return removeMember(storing, row.id)
  const { before } = entry
  const isMoved =
    before !== null &&
    (before.sales_id !== row.sales_id || detailNames.some((name) => toText(before[name]) === '' && toText(row[name]) !== ''))
  const isBack = !isMoved || (row.version === entry.version && entry.before !== null && (await putBack(storing, row, entry.before)))
  const after = await writeColumns(shape, { db, user }, row.id, {})
  await publishChange(shape, [{ platform, db, user, before: row, after, input: {}, mutation: `import ${stored.ref}` }])
  return isTaken && isBack && entry.before !== null
}

export const undoRetention: UndoRecords = async (storing, records) => {
  const isUndone = new Map<number, boolean>()
  // All by number, before any change: others lock several members' accounts, too.
  await lockAccountsOf(
    storing.db,
    records.map(({ row }) => row.id),
  )
  for (const record of [...records].sort((a, b) => a.row.id - b.row.id)) isUndone.set(record.entry.id, await undoOne(storing, record))
  return isUndone
}
