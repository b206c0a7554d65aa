import { promotionBanner } from '#contract/sections/promotion/promotion-banner.ts'
import { serve } from '#server/crud/serve.ts'
import { promotionBanners } from '#server/db/tables/content.ts'

export const promotionBannerApi = serve(promotionBanner, promotionBanners)
