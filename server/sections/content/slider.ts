import { slider } from '#contract/sections/content/slider.ts'
import { serve } from '#server/crud/serve.ts'
import { sliders } from '#server/db/tables/content.ts'

export const sliderApi = serve(slider, sliders)
