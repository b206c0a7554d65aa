/** Chats about stocks in all states: waiting, answered by people or algorithm, handed over, ended and rated. */
import type { StoredFile } from '#contract/kit/field/field.ts'
import { questionsOf } from '#contract/lib/questions.ts'
import type { HandOverReason } from '#contract/sections/stock/tanya-saham.ts'
import { disclaimer } from '#server/assistant/bot/extract.ts'
import type { Db } from '#server/db/database.ts'
import { qnaChats, qnaMessages, qnaQuestions } from '#server/db/tables/questions.ts'
import { categoryOf } from '#server/inbox/questions/category.ts'
import { handOverNotice } from '#server/inbox/questions/store.ts'
import type { Platform } from '#server/platform/core/context.ts'
import type { DemoUser } from './base/people.ts'
import { drawPictures } from './base/pictures.ts'
import { type Random, randomFrom } from './base/random.ts'
import { type Clock, insertRows } from './base/rows.ts'
import { isDeletedDemo } from './members.ts'
import { dialogues, pictures } from './question-texts.ts'

export const demoQuestionChats = 64
const minute = 60_000
const hour = 60 * minute

/** Steps of a chat; `minutes` after the previous one. */
interface Step {
  by: 'member' | 'person' | 'algo'
  text: string | null
  minutes: number
  notice?: true
  picture?: true
}

type Staff = Pick<DemoUser['row'], 'id' | 'name'>

interface Course {
  steps: Step[]
  handler: 'algo' | 'person'
  handed_over: HandOverReason | null
  assigned: boolean
  ended: boolean
  rating: number | null
}

const reasons: readonly HandOverReason[] = ['person_asked', 'unknown', 'own_money', 'late', 'low_rating']

/** Eight courses in turn; examples of calls use the first chats. */
function courseOf(random: Random, n: number): Course {
  const { asked, answered, then, thenAnswered } = dialogues[(n - 1) % dialogues.length] ?? dialogues[0] ?? never()
  const ask: Step = { by: 'member', text: asked, minutes: 0 }
  const more: Step = { by: 'member', text: then, minutes: 3 + random.upTo(40) }
  const person = (text: string): Step => ({ by: 'person', text, minutes: 2 + random.upTo(35) })
  const algo = (text: string): Step => ({ by: 'algo', text: `${text}\n${disclaimer}`, minutes: 0 })
  const notice: Step = { by: 'algo', text: handOverNotice, minutes: 0, notice: true }
  const reason = reasons[Math.floor(n / 8) % reasons.length] ?? 'unknown'
  const base = { handler: 'person', handed_over: reason, assigned: true, ended: false, rating: null } as const
  const stars = [5, 5, 4, 5, 3, 4, 5, 2][Math.floor(n / 8) % 8] ?? 5
  switch (n % 8) {
    case 1:
      return { ...base, assigned: false, steps: [ask, notice] }
    case 2:
      return { ...base, steps: [ask, notice, person(answered)] }
    case 3:
      return { ...base, handler: 'algo', handed_over: null, assigned: false, steps: [ask, algo(answered)] }
    case 4:
      return { ...base, ended: true, rating: stars, steps: [ask, notice, person(answered), more, person(thenAnswered)] }
    case 5:
      return {
        ...base,
        handler: 'algo',
        handed_over: null,
        assigned: false,
        ended: true,
        rating: stars,
        steps: [ask, algo(answered), more, algo(thenAnswered)],
      }
    case 6:
      return { ...base, steps: [ask, notice, person(answered), more] }
    case 7:
      return { ...base, steps: [ask, algo(answered), more, notice, person(thenAnswered)] }
    default:
      return { ...base, handed_over: 'picture', steps: [{ ...ask, picture: true }, notice, ...(n % 16 ? [person(answered)] : [])] }
  }
}

function never(): never {
  throw new Error('there are no dialogues')
}

/** The newest chats wait for minutes, the oldest ended weeks ago. */
const ageOf = (random: Random, n: number) => (n <= 16 ? n * 11 * minute : n * 9 * hour + random.upTo(60) * minute)

interface Parts {
  random: Random
  clock: Clock
  staff: readonly Staff[]
  images: readonly StoredFile[]
}

function demoChat({ random, clock, staff, images }: Parts, id: number) {
  const { code } = dialogues[(id - 1) % dialogues.length] ?? never()
  const course = courseOf(random, id)
  const person = course.assigned ? (staff[id % staff.length] ?? null) : null
  const length = course.steps.reduce((sum, { minutes }) => sum + minutes, 0)
  let at = clock.hour - ageOf(random, id) - length * minute
  const said = course.steps.map((step, index) => {
    at += step.minutes * minute + (step.by === 'algo' ? 4_000 : 0)
    const author = step.by === 'person' ? person : null
    const sender = author?.name ?? (step.by === 'algo' ? 'Coach' : null)
    const time = clock.iso(at)
    return {
      ...{ ref: random.ref(at), version: 1, created_at: time, created_by: sender, updated_at: time, updated_by: sender },
      ...{ chat: id, place: index + 1, by: step.by, is_notice: step.notice === true, kind: step.picture ? 'image' : 'text' },
      ...{ content: step.text, media: step.picture ? (images[(id / 8 - 1) % images.length] ?? null) : null },
      ...{ sender, sender_id: author?.id ?? null, reply_to: null, sources: [] },
    }
  })
  const ended_at = course.ended ? clock.iso(at + hour) : null
  const conversation = said.flatMap(({ by, is_notice, created_at }) =>
    is_notice ? [] : [{ at: created_at, is: by === 'member' ? ('member' as const) : ('answer' as const) }],
  )
  const asked = questionsOf(conversation)
  const last = said.at(-1) ?? never()
  const open = asked.at(-1)?.answered_at === null ? (asked.at(-1)?.asked_at ?? null) : null
  const codes = code ? [code] : []
  const questions = asked.map(({ asked_at, answered_at }) => {
    const first = said.find(({ created_at }) => created_at === asked_at) ?? never()
    const answer = said.find(({ created_at, by, is_notice }) => created_at === answered_at && by !== 'member' && !is_notice)
    return {
      ...{ chat: id, place: first.place, question: first.content, codes, asked_at, answered_at },
      ...{ handler: answer?.by ?? null, answered_by: answer?.sender_id ?? null, answered_by_name: answer?.sender ?? null },
    }
  })
  const first = said[0] ?? never()
  // Among forty active members, some of whom ask about several stocks.
  const member = 1 + ((id * 3) % 38)
  const chat = {
    ...{ id, ref: random.ref(Date.parse(first.created_at)), version: 1, created_at: first.created_at, created_by: null },
    ...{ updated_at: last.created_at, updated_by: last.sender, member_id: isDeletedDemo(member) ? 1 : member },
    ...{ kode_saham: code, category: categoryOf(first.content ?? ''), tag: id % 6 === 2 ? ['prioritas'] : [] },
    ...{ status: course.ended ? 'ended' : open ? 'open' : 'answered', handler: course.handler, handed_over: course.handed_over },
    ...{
      assigned_to: person?.id ?? null,
      rating: course.rating,
      rated_at: course.rating && ended_at,
      waiting_since: open,
      ended_at,
      codes,
    },
    ...{ last_message: last.content, last_message_kind: last.kind, last_message_is_admin: last.by !== 'member' },
    ...{ last_message_at: last.created_at, next_place: said.length + 1 },
  }
  return { chat, said, questions }
}

export async function fillQuestions(
  platform: Platform,
  db: Db,
  clock: Clock,
  people: readonly DemoUser[],
  roles: readonly number[],
): Promise<void> {
  const staff = people.filter(({ role, row }) => roles.includes(role) && row.is_active).map(({ row }) => row)
  const images = await drawPictures(platform.privateFiles, db, pictures, 720, 960)
  const parts = { random: randomFrom(20_261_120), clock, staff, images }
  const made = Array.from({ length: demoQuestionChats }, (_, at) => demoChat(parts, at + 1))
  const messages = made.flatMap(({ said }) => said).map((message, at) => ({ id: at + 1, ...message }))
  await insertRows(
    db,
    qnaChats,
    made.map(({ chat }) => chat),
  )
  await insertRows(db, qnaMessages, messages)
  const numbered = made
    .flatMap(({ questions }) => questions)
    .map(({ place, ...question }, at) => ({
      id: at + 1,
      ...question,
      message: messages.find((message) => message.chat === question.chat && message.place === place)?.id,
    }))
  await insertRows(db, qnaQuestions, numbered)
}
