/** Compresses a picture that the server refused as too large (413). */
import { ownerDatabase } from '#console/data/cache/db.ts'
import type { OutboxRow, WaitingFile } from '#console/data/outbox/row/types.ts'
import { edit } from '#console/data/writes/actions.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'

const pictures = /^image\/(jpeg|png|webp)$/

/** The file of a parked row that can be made smaller. */
export function compressible(row: OutboxRow): WaitingFile | null {
  return (row.reason === 'tooLarge' && row.files.find(({ type }) => pictures.test(type))) || null
}

/** Half the size, at most 1 MB; null when it does not get smaller. */
async function smaller(content: Blob, name: string): Promise<File | null> {
  const { default: imageCompression } = await import('browser-image-compression')
  const file = new File([content], name, { type: content.type })
  const maxSizeMB = Math.min(1, content.size / 2_000_000)
  const small = await imageCompression(file, { maxSizeMB, initialQuality: 0.5, maxWidthOrHeight: 1920, useWebWorker: false })
  return small.size < content.size ? small : null
}

/** Replaces the waiting picture by a smaller one and sends it. False when it does not get smaller. */
export async function compressWaiting(row: OutboxRow): Promise<boolean> {
  const file = compressible(row)
  const db = ownerDatabase()
  const stored = file && (await db?.withConnection(() => db.files.get(file.key)))
  const small = stored && (await smaller(stored.blob, file.name))
  if (!small || !db) return false
  const key = uuidv7()
  await db.files.put({ key, seq: row.seq, blob: small })
  const files = row.files.map((each) => (each === file ? { ...file, key, size: small.size, type: small.type || file.type } : each))
  // Deletes the file that no row names; after a crash it goes with the row.
  const result = await edit(row.seq, { patch: row.patch, files }).catch(async (error: unknown) => {
    await db.files.delete(key)
    throw error
  })
  await db.files.delete(result === 'ok' ? file.key : key)
  return true
}
