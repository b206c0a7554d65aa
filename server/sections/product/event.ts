import { sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { duplicateEvent, duplicateFields, event, maxEventHighlights } from '#contract/sections/product/event.ts'
import { keepTerms } from '#server/commerce/product-terms.ts'
import { serveHighlights } from '#server/content/highlights.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { findRow, lockRow, seenBy } from '#server/crud/query/read.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Announced, Change, Handler } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { describeActor, publishChange } from '#server/crud/write/publish-change.ts'
import { writeColumns } from '#server/crud/write/write.ts'
import { events } from '#server/db/tables/events.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { followBegin, lockOrdersOfEvents } from '../sales/order/due-time.ts'
import { copyQuestions } from './event/answers.ts'
import { exportParticipants } from './event/export.ts'
import { offerSeats } from './event/offers.ts'
import { readDoor } from './event/read-door.ts'

const status = sql`case
  when ${events.end_at} <= now() then 'ended'
  when ${events.start_at} <= now() then 'running'
  else 'coming' end`

const { id, ref, version, title, start_at, visibility } = events
const highlighting = serveHighlights({
  section: event,
  table: events,
  columns: { id, ref, version, title, start_at, visibility },
  search: ['title'],
  moved: 'event_id',
  removed: 'event_ids',
  max: maxEventHighlights,
})

/** The event's row is locked by an update, so its seats cannot be taken meanwhile. */
function prepare({ before, values }: Change): void {
  const held = Number(before?.taken ?? 0) + Number(before?.offered ?? 0)
  if (typeof values.quota === 'number' && values.quota < held) throw fieldError('quota', 'min_value', { min: held })
  const reminders = recordsOf(values.reminders)
  values.reminders = reminders.filter(({ hours }, at) => reminders.findIndex((one) => one.hours === hours) === at)
}

/** A copy begins with the questions of its original. */
async function store({ db, platform, user, before, values }: Change, created: number): Promise<void> {
  if (before || typeof values.duplicate_of !== 'number') return
  await copyQuestions(db, values.duplicate_of, created, user.name)
  await totalsOf(platform.database).changed(db, ['questionnaire'])
}

/** Highlights stay dense, questions went with their events, and seats that became free are offered. */
async function afterChange(effects: readonly Announced[]): Promise<void> {
  await highlighting.afterChange(effects)
  const [first] = effects
  const moved = effects.flatMap(({ before, after, changes }) => (before && after && (changes.quota || changes.start_at) ? [after.id] : []))
  if (first) await offerSeats(first, moved)
  for (const effect of effects) if (effect.before && effect.after && effect.changes.start_at) await followBegin(effect, effect.after)
  const gone = effects.find(({ after }) => after === null)
  if (gone) await totalsOf(gone.platform.database).changed(gone.db, ['questionnaire'])
}

/** Values of a copy, to be completed and created (docs/product/events.md#duplicate). */
const duplicate: Handler = async ({ db, user, params }, { shape }) => {
  const row = await findRow(db, shape, user, params.id ?? '')
  const names = Object.keys(duplicateFields)
  const values = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  return { message: 'OK', data: { ...values, ...duplicateEvent(row, new Date()) } }
}

const setVisibility: Handler = async (request, { platform, shape }) => {
  const { db, user, body, ifMatch } = request
  const before = await lockRow(db, shape, user, typeof body.id === 'number' ? body.id : toText(body.id))
  if (ifMatch !== null && ifMatch !== before.version) throw new ApiError('stale', undefined, { current: seenBy(shape, user, before) })
  const input = { visibility: body.visibility }
  const after = await writeColumns(shape, request, before.id, input)
  await publishChange(shape, [{ ...describeActor(platform, request), before, after, input }])
  return { message: 'Saved' }
}

export const eventApi = serve(event, events, {
  derived: { status },
  lockFirst: lockOrdersOfEvents,
  prepare,
  store,
  afterChange,
  on: [whenChanged(event, ['fee_type', 'price'], (effects) => keepTerms(effects, event.name, ({ fee_type }) => fee_type === 'paid'))],
  calls: { ...highlighting.calls, duplicate, setVisibility, exportParticipants, door: readDoor },
})
