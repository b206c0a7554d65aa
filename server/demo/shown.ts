/** What readers and members are shown, with its pictures. */
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/context.ts'
import { sliders } from '#server/sections/content/slider.ts'
import { drawPictures } from './pictures.ts'
import { randomFrom } from './random.ts'
import { type Clock, insertRows } from './rows.ts'
import { demoSliders, sliderTitles } from './sliders.ts'

const seed = 20_261_001

export async function fillShown({ files }: Platform, db: Db, clock: Clock, authors: readonly string[]): Promise<void> {
  const random = randomFrom(seed)
  await insertRows(db, sliders, demoSliders(random, clock, await drawPictures(files, sliderTitles, 960, 540), authors))
}
