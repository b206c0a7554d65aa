/** The lessons of classes and programs in their stored form (docs/product/classes.md#lessons). */

import { uuidv7 } from '#contract/lib/uuid.ts'
import { recordsOf } from '#server/crud/query/nested.ts'

export interface Placed {
  rows: Record<string, unknown>[]
  lesson_count: number
  minutes: number
}

/** Gives each row its place, and a ref of its own where one stands twice. `isLesson`: rows without lessons below are lessons. */
export function placeLessons(value: unknown, isLesson: boolean, taken = new Set<unknown>()): Placed {
  let [lesson_count, minutes] = [0, 0]
  const rows = recordsOf(value).map((row, at) => {
    const sent = typeof row.ref === 'string' ? row.ref.toLowerCase() : null
    const ref = sent === null || taken.has(sent) ? uuidv7() : sent
    taken.add(ref)
    if (isLesson) {
      lesson_count++
      minutes += Number(row.minutes ?? 0)
      return { ...row, ref, sort: at + 1 }
    }
    const lessons = placeLessons(row.lessons, true, taken)
    lesson_count += lessons.lesson_count
    minutes += lessons.minutes
    return { ...row, ref, sort: at + 1, lessons: lessons.rows }
  })
  return { rows, lesson_count, minutes }
}
