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
import { type DemoVideo, storeVideos } from './base/videos.ts'
import { type DemoLesson, demoClassTexts, demoProgramTexts } from './content/class-texts.ts'

const classTitles = demoClassTexts.map(({ title }) => title)
const programTitles = demoProgramTexts.map(({ title }) => title)

/** First lessons, in turn. */
const lessonVideos: readonly DemoVideo[] = [
  { name: 'mulai-kelas', title: 'Mulai dari langkah yang benar', seconds: 32 },
  { name: 'membaca-candle', title: 'Membaca candle harian', seconds: 32 },
  { name: 'menghitung-risiko', title: 'Menghitung risiko', seconds: 32 },
]

/** The first one has a video, if any. */
const lessonsOf = (random: Random, clock: Clock, lessons: readonly DemoLesson[], video?: StoredFile) =>
  lessons.map(([title, minutes = null], at) => ({
    ref: random.ref(clock.today),
    title,
    video: at === 0 ? (video ?? null) : null,
    minutes,
    sort: at + 1,
  }))

const minutesOf = (lessons: readonly DemoLesson[]) => lessons.reduce((sum, [, minutes = 0]) => sum + minutes, 0)

interface Files {
  covers: readonly StoredFile[]
  videos: readonly StoredFile[]
}

function demoClasses(random: Random, clock: Clock, { covers, videos }: Files, authors: readonly string[]) {
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
        lessons: lessonsOf(random, clock, list, at === 0 ? videos[index % videos.length] : undefined),
      })),
      lesson_count: lessons.length,
      minutes: minutesOf(lessons),
      is_show: !isHidden,
    }
  })
}

function demoPrograms(random: Random, clock: Clock, { covers, videos }: Files, authors: readonly string[]) {
  return demoProgramTexts.map(({ title, level, category, price = null, isHidden = false, about, lessons }, index) => ({
    id: index + 1,
    ...recordColumns(random, clock, 200, authors),
    ...{ title, category, level, price },
    slug: slugOf(title),
    cover: covers[index],
    description: `<p>${about}</p>`,
    lessons: lessonsOf(random, clock, lessons, videos[(index + 1) % videos.length]),
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
  const draw = (titles: readonly string[]) => drawPictures(platform.files, db, titles, 960, 540)
  const videos = await storeVideos(platform.videos, db, lessonVideos)
  const courses = demoClasses(random, clock, { covers: await draw(classTitles), videos }, authors)
  const academy = demoPrograms(random, clock, { covers: await draw(programTitles), videos }, authors)
  await insertRows(db, onlineClasses, courses)
  await insertRows(db, programs, academy)
  await insertRows(db, productTerms, [...termsOf('online-class', courses), ...termsOf('academy', academy)])
}
