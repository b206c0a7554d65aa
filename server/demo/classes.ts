/** Online classes and programs of the academy, with their sections and lessons. */
import type { StoredFile } from '#contract/kit/field/field.ts'
import { slugOf } from '#contract/lib/slug.ts'
import type { Db } from '#server/db/database.ts'
import { onlineClasses, programs } from '#server/db/tables/classes.ts'
import { productTerms } from '#server/db/tables/commerce.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { drawPictures } from './base/pictures.ts'
import type { Random } from './base/random.ts'
import { type Clock, insertRows, recordColumns } from './base/rows.ts'
import { type DemoLesson, demoClassTexts, demoProgramTexts } from './content/class-texts.ts'

const classTitles = demoClassTexts.map(({ title }) => title)
const programTitles = demoProgramTexts.map(({ title }) => title)

const lessonsOf = (random: Random, clock: Clock, lessons: readonly DemoLesson[]) =>
  lessons.map(([title, minutes = null], at) => ({ ref: random.ref(clock.today), title, minutes, sort: at + 1 }))

const minutesOf = (lessons: readonly DemoLesson[]) => lessons.reduce((sum, [, minutes = 0]) => sum + minutes, 0)

function demoClasses(random: Random, clock: Clock, covers: readonly StoredFile[], authors: readonly string[]) {
  return demoClassTexts.map(({ title, teacher, category, price = null, access = [], isHidden = false, about, sections }, index) => {
    const lessons = sections.flatMap(([, list]) => list)
    return {
      id: index + 1,
      ...recordColumns(random, clock, 200, authors),
      ...{ title, category, teacher, price },
      cover: covers[index],
      description: `<p>${about}</p>`,
      fee_type: price === null ? 'free' : 'paid',
      access_type: access,
      sections: sections.map(([name, list], at) => ({
        ref: random.ref(clock.today),
        title: name,
        sort: at + 1,
        lessons: lessonsOf(random, clock, list),
      })),
      lesson_count: lessons.length,
      minutes: minutesOf(lessons),
      is_show: !isHidden,
    }
  })
}

function demoPrograms(random: Random, clock: Clock, covers: readonly StoredFile[], authors: readonly string[]) {
  return demoProgramTexts.map(({ title, level, category, price = null, isHidden = false, about, lessons }, index) => ({
    id: index + 1,
    ...recordColumns(random, clock, 200, authors),
    ...{ title, category, level, price },
    slug: slugOf(title),
    cover: covers[index],
    description: `<p>${about}</p>`,
    lessons: lessonsOf(random, clock, lessons),
    lesson_count: lessons.length,
    minutes: minutesOf(lessons),
    is_show: !isHidden,
    sort: index + 1,
  }))
}

interface Sold {
  id: number
  price: number | null
  is_show: boolean
  created_at: string
}

/** Prices since their creation. */
const termsOf = (section: string, rows: readonly Sold[]) =>
  rows.map(({ id, price, is_show, created_at }) => ({
    section,
    product: id,
    variant: '',
    price: price ?? 0,
    is_on: is_show,
    since: created_at,
  }))

export async function fillClasses(platform: Platform, db: Db, clock: Clock, random: Random, authors: readonly string[]): Promise<void> {
  const courses = demoClasses(random, clock, await drawPictures(platform.files, db, classTitles, 960, 540), authors)
  const academy = demoPrograms(random, clock, await drawPictures(platform.files, db, programTitles, 960, 540), authors)
  await insertRows(db, onlineClasses, courses)
  await insertRows(db, programs, academy)
  await insertRows(db, productTerms, [...termsOf('online-class', courses), ...termsOf('academy', academy)])
}
