/** Content for readers and members, with pictures. */

import { httpUrl } from '#contract/lib/patterns.ts'
import type { Db } from '#server/db/database.ts'
import { merchandises, productTerms } from '#server/db/tables/commerce.ts'
import { sliders, testimonies } from '#server/db/tables/content.ts'
import { popupPromotions, promotionBanners, tickerRuns, tickers } from '#server/db/tables/promotion.ts'
import { shortLinks } from '#server/db/tables/short-links.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { drawPictures, drawPortraits } from './base/pictures.ts'
import { randomFrom } from './base/random.ts'
import { type Clock, insertRows } from './base/rows.ts'
import { storeVideos } from './base/videos.ts'
import { demoMerchandise, merchandiseTerms, merchandiseTitles } from './content/merchandise.ts'
import { demoPopupPromotions, popupTitles } from './content/popup-promotions.ts'
import { bannerTitles, demoPromotionBanners } from './content/promotion-banners.ts'
import { demoShortLinks } from './content/short-links.ts'
import { demoSliders, sliderTitles } from './content/sliders.ts'
import { demoTestimonies, testimonyVideos } from './content/testimonies.ts'
import { demoTickerRuns, demoTickers } from './content/tickers.ts'
import type { DemoMember } from './members.ts'

const seed = 20_261_001

/** How many members tell of their experience. */
const toldBy = 32

export async function fillShown(
  platform: Platform,
  db: Db,
  clock: Clock,
  people: readonly DemoMember[],
  authors: readonly string[],
): Promise<void> {
  const { files } = platform
  const random = randomFrom(seed)
  await insertRows(db, sliders, demoSliders(random, clock, await drawPictures(files, db, sliderTitles, 960, 540), authors))
  const banners = await drawPictures(files, db, bannerTitles, 1200, 400)
  await insertRows(db, promotionBanners, demoPromotionBanners(random, clock, banners, authors))
  const popups = await drawPictures(files, db, popupTitles, 540, 675)
  await insertRows(db, popupPromotions, demoPopupPromotions(random, clock, popups, authors))
  const lines = demoTickers(random, clock, authors)
  await insertRows(db, tickers, lines)
  await insertRows(db, tickerRuns, demoTickerRuns(random, clock, lines))
  await insertRows(db, shortLinks, demoShortLinks(random, clock, authors))
  const goods = demoMerchandise(random, clock, await drawPictures(files, db, merchandiseTitles, 800, 800), authors)
  await insertRows(db, merchandises, goods)
  await insertRows(db, productTerms, merchandiseTerms(goods))
  const names = people.flatMap(({ name, deleted_at }) => (deleted_at ? [] : [name])).slice(0, toldBy)
  const photos = await drawPortraits(files, db, names)
  // An address has a dot in its host.
  const base = platform.settings.publicUrl.replace('//localhost', '//127.0.0.1')
  const addresses = (await storeVideos(files, db, testimonyVideos)).map(({ url }) => base + url)
  const videos = addresses.filter((address) => httpUrl.test(address))
  await insertRows(db, testimonies, demoTestimonies(random, clock, { names, photos, videos }, authors))
}
