/** Stores what devices report of a member's lessons (docs/product/classes.md#progress). */
import { and, eq, inArray } from 'drizzle-orm'
import type { Completion } from '#contract/learning/completion.ts'
import { mergeProgress, type Progress, type ProgressReport } from '#contract/learning/progress.ts'
import type { Effect } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { lessonProgress } from '#server/db/tables/classes.ts'
import type { LearntKind } from './rights.ts'

export interface LessonKey {
  member_id: number
  category: LearntKind
  product_id: number
  /** Ref of the lesson. */
  lesson: string
}

const isLesson = ({ member_id, category, product_id, lesson }: LessonKey) =>
  and(
    eq(lessonProgress.member_id, member_id),
    eq(lessonProgress.category, category),
    eq(lessonProgress.product_id, product_id),
    eq(lessonProgress.lesson, lesson),
  )

/** Merges a report into what is stored, under its lock: reports of two devices at once both count. Needs a transaction. */
export async function reportProgress(db: Db, key: LessonKey, report: ProgressReport, completion: Completion, now: Date): Promise<Progress> {
  const first = mergeProgress(null, report, completion, now)
  const [made] = await db
    .insert(lessonProgress)
    .values({ ...key, ...first })
    .onConflictDoNothing()
    .returning({ lesson: lessonProgress.lesson })
  if (made) return first
  const { position, completed_at, seen_at } = lessonProgress
  const [before] = await db.select({ position, completed_at, seen_at }).from(lessonProgress).where(isLesson(key)).for('update')
  const after = mergeProgress(before ?? null, report, completion, now)
  await db.update(lessonProgress).set(after).where(isLesson(key))
  return after
}

/** Returns a member's progress by 'category number lesson'. */
export async function progressOf(db: Db, member: number, products: readonly number[]): Promise<ReadonlyMap<string, Progress>> {
  if (!products.length) return new Map()
  const found = await db
    .select()
    .from(lessonProgress)
    .where(and(eq(lessonProgress.member_id, member), inArray(lessonProgress.product_id, [...products])))
  return new Map(
    found.map(({ category, product_id, lesson, position, completed_at, seen_at }) => [
      `${category} ${product_id} ${lesson}`,
      { position, completed_at, seen_at },
    ]),
  )
}

/** Removes what is known of deleted classes and programs. */
export async function forgetProgress(category: LearntKind, effects: readonly Pick<Effect, 'db' | 'before' | 'after'>[]): Promise<void> {
  const gone = effects.filter(({ after }) => after === null)
  const ids = gone.flatMap(({ before }) => before?.id ?? [])
  const { db } = gone[0] ?? {}
  if (db && ids.length) {
    await db.delete(lessonProgress).where(and(eq(lessonProgress.category, category), inArray(lessonProgress.product_id, ids)))
  }
}
