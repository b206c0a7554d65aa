import { academy } from '#contract/sections/product/academy.ts'
import { keepTerms } from '#server/commerce/product-terms.ts'
import type { Change } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { programs } from '#server/db/tables/classes.ts'
import { forgetProgress } from '#server/learning/progress.ts'
import { placeLessons } from './class/place-lessons.ts'

function prepare({ values }: Change): void {
  const { rows: lessons, ...counts } = placeLessons(values.lessons, true)
  Object.assign(values, { lessons, ...counts })
}

export const academyApi = serve(academy, programs, {
  prepare,
  afterChange: (effects) => forgetProgress('academy', effects),
  on: [whenChanged(academy, ['price', 'is_show'], (effects) => keepTerms(effects, academy.name, ({ is_show }) => is_show === true))],
})
