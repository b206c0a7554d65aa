import { onlineClass } from '#contract/sections/product/online-class.ts'
import { keepTerms } from '#server/commerce/product-terms.ts'
import type { Change } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { whenChanged } from '#server/crud/write/effects.ts'
import { onlineClasses } from '#server/db/tables/classes.ts'
import { forgetProgress } from '#server/learning/progress.ts'
import { listClassLessons, listClassSections } from './class/class-parts.ts'
import { placeLessons } from './class/place-lessons.ts'
import { placeVideo } from './class/place-video.ts'

function prepare({ values }: Change): void {
  const { rows: sections, ...counts } = placeLessons(values.sections, false)
  Object.assign(values, { sections, ...counts })
}

export const onlineClassApi = serve(onlineClass, onlineClasses, {
  placeBeside: placeVideo,
  prepare,
  afterChange: (effects) => forgetProgress('onlineclass', effects),
  on: [
    whenChanged(onlineClass, ['fee_type', 'price', 'is_show'], (effects) =>
      keepTerms(effects, onlineClass.name, ({ is_show }) => is_show === true),
    ),
  ],
  calls: { details: listClassLessons, sections: listClassSections },
})
