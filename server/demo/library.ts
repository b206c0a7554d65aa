/** Choices: sectors, categories and memberships, with descriptions. */

import type { Db } from '#server/db/database.ts'
import { memberships, productTerms, promoCodes } from '#server/db/tables/commerce.ts'
import { categories, faqs, hashtags, pedias } from '#server/db/tables/content.ts'
import { stockSectors } from '#server/db/tables/stock.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { drawPictures } from './base/pictures.ts'
import { randomFrom } from './base/random.ts'
import { type Clock, insertRows } from './base/rows.ts'
import { demoCategories } from './content/categories.ts'
import { demoFaqs, demoHashtags } from './content/faqs.ts'
import { demoPedia, pediaTerms } from './content/pedia.ts'
import { demoMemberships, demoTerms } from './memberships.ts'
import { demoPromoCodes } from './promo-codes.ts'
import { demoStockSectors } from './stock-sectors.ts'
import { fillStocks } from './stocks.ts'

const seed = 20_261_122

export async function fillLibrary({ files }: Platform, db: Db, clock: Clock, authors: readonly string[]): Promise<void> {
  await insertRows(db, stockSectors, demoStockSectors(randomFrom(seed), clock, authors))
  await fillStocks(db, randomFrom(seed + 6), clock, authors)
  const named = demoCategories(randomFrom(seed + 1), clock, authors)
  await insertRows(db, categories, named)
  await insertRows(db, hashtags, demoHashtags())
  await insertRows(db, faqs, demoFaqs(randomFrom(seed + 3), clock, authors, named))
  const pictures = await drawPictures(files, db, pediaTerms, 800, 450)
  await insertRows(db, pedias, demoPedia(randomFrom(seed + 4), clock, pictures, authors))
  const offers = demoMemberships(randomFrom(seed + 2), clock, authors)
  await insertRows(db, memberships, offers)
  await insertRows(db, productTerms, demoTerms(offers))
  await insertRows(db, promoCodes, demoPromoCodes(randomFrom(seed + 5), clock, authors))
}
