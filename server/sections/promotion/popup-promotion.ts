import { popupPromotion } from '#contract/sections/promotion/popup-promotion.ts'
import { serve } from '#server/crud/serve.ts'
import { popupPromotions } from '#server/db/tables/content.ts'

export const popupPromotionApi = serve(popupPromotion, popupPromotions)
