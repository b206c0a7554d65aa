/** What can be fetched again gives way when the device is full; what a person saved, and drafts, never do. */
import { freeRoom } from './free-room.ts'
import { dropKeptReads } from './query-client.ts'

/** Drops every copy of what the server has: held leads, pictures, and the hot reads of the last screens. */
export async function makeRoom(): Promise<void> {
  dropKeptReads()
  await freeRoom().catch(() => false)
}
