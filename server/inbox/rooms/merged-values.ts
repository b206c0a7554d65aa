/** Merged notes and tags of a room that others changed since the person saw it. */
import { toRecord } from '#contract/kit/field/guards.ts'
import { mergeValues } from '#contract/kit/field/merge.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { lockRow } from '#server/crud/query/read.ts'
import { keysOf } from '#server/crud/write/set-all.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { mergeNotes } from './merge-notes.ts'
import { roomsApi } from './rooms.ts'
import { cleanText } from './text.ts'

const { notes, tag } = chatPlatform.fields

const clean = (value: unknown) => (typeof value === 'string' ? cleanText(value, notes.max) : '')

/** Returns the values as seen, and the current room; null without `was`, or for several rooms. */
async function sides({ db, user, body }: CallRequest) {
  const [key, ...others] = keysOf(body)
  if (!body.was || key === undefined || others.length) return null
  return { was: toRecord(body.was), now: await lockRow(db, roomsApi.shape, user, key) }
}

/** Throws 404, and 422 if the merged notes are too long. */
export async function notesOf(request: CallRequest) {
  const mine = clean(request.body.notes)
  const seen = await sides(request)
  const merged = seen ? mergeNotes(clean(seen.was.notes), mine, clean(seen.now.notes)) : mine
  if (merged === null) throw fieldError('notes', 'max_length', { max: notes.max ?? 0 })
  return { notes: merged || null }
}

/** Throws 404, and 422 if the merged tags are too many. */
export async function tagsOf(request: CallRequest) {
  const mine = request.body.tag ?? []
  const seen = await sides(request)
  if (!seen) return { tag: mine }
  const merged = mergeValues(tag, seen.was.tag, mine, seen.now.tag)
  if (merged.clash) throw fieldError('tag', 'max_entries', { max: tag.max ?? 0 })
  return { tag: merged.value }
}
