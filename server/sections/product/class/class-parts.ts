/** Sections and lessons of classes as rows of their own, for clients that refer to them (docs/product/classes.md#parts). */
import { sql } from 'drizzle-orm'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import type { Handler } from '#server/crud/rules.ts'
import { onlineClasses } from '#server/db/tables/classes.ts'

/** By class, then by place. */
const sort = 'id asc'

/** A number for a part that its place gives: the class, the section and the lesson, each with room for the most there are. */
const numberOf = (section: string, lesson = '0') =>
  sql<number>`(${onlineClasses.id} * 100000 + ${sql.raw(section)} * 1000 + ${sql.raw(lesson)})::float8`

export const listClassSections: Handler = ({ db, list }) => {
  const columns = {
    id: numberOf('section.at'),
    ref: sql<string>`section.value ->> 'ref'`,
    online_class_id: onlineClasses.id,
    title: sql<string>`section.value ->> 'title'`,
    sort: sql<number>`section.at::int`,
    lesson_count: sql<number>`jsonb_array_length(section.value -> 'lessons')`,
  }
  const from = sql`jsonb_array_elements(${onlineClasses.sections}) with ordinality as section(value, at)`
  return readPage(db, list, sectionCall(onlineClass, 'sections'), { columns, search: ['title'], sort }, (where) =>
    db.select(columns).from(onlineClasses).innerJoin(from, sql`true`).where(where).$dynamic(),
  )
}

export const listClassLessons: Handler = ({ db, list }) => {
  const columns = {
    id: numberOf('section.at', 'lesson.at'),
    ref: sql<string>`lesson.value ->> 'ref'`,
    online_class_id: onlineClasses.id,
    section_ref: sql<string>`section.value ->> 'ref'`,
    section_title: sql<string>`section.value ->> 'title'`,
    title: sql<string>`lesson.value ->> 'title'`,
    minutes: sql<number | null>`(lesson.value ->> 'minutes')::float8`,
    sort: sql<number>`lesson.at::int`,
  }
  const sections = sql`jsonb_array_elements(${onlineClasses.sections}) with ordinality as section(value, at)`
  const lessons = sql`jsonb_array_elements(section.value -> 'lessons') with ordinality as lesson(value, at)`
  return readPage(db, list, sectionCall(onlineClass, 'details'), { columns, search: ['title', 'section_title'], sort }, (where) =>
    db.select(columns).from(onlineClasses).innerJoin(sections, sql`true`).innerJoin(lessons, sql`true`).where(where).$dynamic(),
  )
}
