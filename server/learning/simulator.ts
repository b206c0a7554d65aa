/** Lessons of simulated members (contract/simulator/simulator-class.ts), for lack of an app. */
import { asc, desc, eq, inArray, or } from 'drizzle-orm'
import type { Hono } from 'hono'
import { priceOf } from '#contract/commerce/product-price.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { completionOf, lengthOf } from '#contract/learning/completion.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { academy } from '#contract/sections/product/academy.ts'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import * as contract from '#contract/simulator/simulator-class.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import type { Db } from '#server/db/database.ts'
import { onlineClasses, programs } from '#server/db/tables/classes.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { signFiles } from '#server/platform/files/sign-files.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { describeVideosOfAll } from '#server/video/describe.ts'
import { progressOf, reportProgress } from './progress.ts'
import { type LearntKind, learntKinds, mayLearn, type Rights, rightsOf } from './rights.ts'

const shown = 50

interface Lesson {
  /** Where it stands in the record: 'sections.0.lessons.2'. */
  path: string
  section: string | null
  row: Readonly<Record<string, unknown>>
}

interface Course {
  kind: LearntKind
  id: number
  ref: string
  title: string
  teacher: string | null
  cover: { url: string } | null
  description: string | null
  fee_type?: string | null
  price: number | null
  access_type?: readonly string[]
  is_show: boolean
  lesson_count: number
  lessons: readonly Lesson[]
  stored: Found
}

type Found = typeof onlineClasses.$inferSelect | typeof programs.$inferSelect

function courseOf(kind: LearntKind, row: Found): Course {
  const { id, ref, title, cover, description, price, is_show, lesson_count } = row
  const common = { kind, id, ref, title, cover, description, price, is_show, lesson_count, stored: row }
  if (!('sections' in row))
    return {
      ...common,
      teacher: null,
      lessons: recordsOf(row.lessons).map((lesson, at) => ({ path: `lessons.${at}`, section: null, row: lesson })),
    }
  const lessons = recordsOf(row.sections).flatMap(({ title: section, lessons: own }, at) =>
    recordsOf(own).map((lesson, below) => ({ path: `sections.${at}.lessons.${below}`, section: toText(section), row: lesson })),
  )
  return { ...common, teacher: row.teacher, fee_type: row.fee_type, access_type: row.access_type, lessons }
}

const idsIn = ({ bought }: Rights, kind: LearntKind): number[] =>
  [...bought].flatMap((key) => (key.startsWith(`${kind} `) ? [Number(key.slice(kind.length + 1))] : []))

/** Published ones, and hidden ones that were bought. */
async function coursesFor(db: Db, rights: Rights): Promise<Course[]> {
  const [classes, schools] = [idsIn(rights, 'onlineclass'), idsIn(rights, 'academy')]
  const own = or(eq(onlineClasses.is_show, true), inArray(onlineClasses.id, classes))
  const theirs = or(eq(programs.is_show, true), inArray(programs.id, schools))
  const found = [
    ...(await db.select().from(onlineClasses).where(own).orderBy(desc(onlineClasses.created_at), desc(onlineClasses.id)).limit(shown)).map(
      (row) => courseOf('onlineclass', row),
    ),
    ...(await db.select().from(programs).where(theirs).orderBy(asc(programs.sort), asc(programs.id)).limit(shown)).map((row) =>
      courseOf('academy', row),
    ),
  ]
  const may = new Map(found.map((course) => [course, mayLearn(course.kind, course, rights)]))
  return found.toSorted((a, b) => Number(may.get(b)) - Number(may.get(a))).slice(0, shown)
}

async function memberRights(db: Db, member: unknown): Promise<Rights> {
  const rights = await rightsOf(db, Number(member))
  if (!rights) throw fieldError('member', 'unknown_reference')
  return rights
}

const fieldsOf = ({ kind }: Course) => (kind === 'onlineclass' ? onlineClass : academy).fields

/** Lessons with the length of their videos, and what plays and opens of those. One query for all courses. */
async function withFiles(platform: Platform, courses: readonly Course[]) {
  const described = await describeVideosOfAll(
    platform,
    courses.map((course) => ({ fields: fieldsOf(course), record: course.stored })),
  )
  return courses.map((course, at) => {
    const videos = new Map(described[at]?.map((video) => [video.path, video]))
    const files = new Map(signFiles(platform.tokens, fieldsOf(course), course.stored).map((file) => [file.path, file]))
    return course.lessons.map((lesson) => {
      const video = videos.get(`${lesson.path}.video`)
      const row = video?.duration ? { ...lesson.row, video: { seconds: Math.floor(video.duration) } } : lesson.row
      return { ...lesson, row, video, file: files.get(`${lesson.path}.file`) }
    })
  })
}

type Playable = Awaited<ReturnType<typeof withFiles>>[number]

/** How far a member is in each lesson of a course. */
function reachedIn({ kind, id }: Course, lessons: Playable, progress: Awaited<ReturnType<typeof progressOf>>) {
  return lessons.map(({ section, row, video, file }) => {
    const completion = completionOf(row)
    const { position = 0, completed_at = null } = progress.get(`${kind} ${id} ${toText(row.ref)}`) ?? {}
    return {
      ...{ ref: toText(row.ref), section, title: toText(row.title) },
      ...{ video_url: video?.url ?? null, video_state: video?.state ?? null, length: lengthOf(row) },
      ...{ file_url: file?.url ?? null, file_name: file?.name ?? null },
      completes_by: completion.by,
      completes_at: completion.by === 'watching' ? completion.seconds : null,
      ...{ position, completed_at },
    }
  })
}

async function readClasses(platform: Platform, { db, query }: CallRequest) {
  const rights = await memberRights(db, query.member)
  const courses = await coursesFor(db, rights)
  const progress = await progressOf(
    db,
    Number(query.member),
    courses.map(({ id }) => id),
  )
  const learnt = courses.filter((course) => mayLearn(course.kind, course, rights))
  const lessonsOf = new Map((await withFiles(platform, learnt)).map((lessons, at) => [learnt[at], lessons]))
  const classes = courses.map((course) => {
    const { kind, ref, title, teacher, cover, description, fee_type, price, lesson_count } = course
    const playable = lessonsOf.get(course)
    const lessons = playable ? reachedIn(course, playable, progress) : []
    const completed = lessons.filter(({ completed_at }) => completed_at !== null).length
    const offer = { cover_url: cover?.url ?? null, price: priceOf({ fee_type, price }) }
    return {
      category: kind,
      ref,
      title,
      teacher,
      description,
      ...offer,
      may_learn: playable !== undefined,
      lesson_count,
      completed,
      lessons,
    }
  })
  return { classes }
}

async function findCourse(db: Db, kind: LearntKind, ref: string): Promise<Course | null> {
  if (!uuid.test(ref)) return null
  const [row] =
    kind === 'onlineclass'
      ? await db.select().from(onlineClasses).where(eq(onlineClasses.ref, ref))
      : await db.select().from(programs).where(eq(programs.ref, ref))
  return row ? courseOf(kind, row) : null
}

/** Only of a lesson that is there, of a class that this member may see. */
async function report(platform: Platform, { db, body }: CallRequest) {
  const rights = await memberRights(db, body.member)
  const kind = learntKinds.find((each) => each === body.category)
  const course = kind && (await findCourse(db, kind, toText(body.ref).toLowerCase()))
  const lesson = toText(body.lesson).toLowerCase()
  if (!course || !mayLearn(course.kind, course, rights)) throw new ApiError('not_found')
  const [lessons] = await withFiles(platform, [course])
  const found = lessons?.find(({ row }) => row.ref === lesson)
  if (!found) throw new ApiError('not_found')
  const key = { member_id: Number(body.member), category: course.kind, product_id: course.id, lesson }
  const { position, is_done, at } = body
  const sent = {
    position: typeof position === 'number' ? position : null,
    is_done: is_done === true,
    at: typeof at === 'string' ? at : null,
  }
  // Public calls have no transaction of their own.
  const after = await platform.database.transaction((tx) => reportProgress(tx, key, sent, completionOf(found.row), new Date()))
  return { position: after.position, completed_at: after.completed_at }
}

/** Requires the simulator's gate, mounted before by the caller. */
export function mountClassSimulator(app: Hono, platform: Platform): void {
  mount(app, platform, contract.simulatorClasses, (request) => readClasses(platform, request))
  mount(app, platform, contract.simulatorProgress, (request) => report(platform, request))
}
