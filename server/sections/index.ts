/** The API of each section without an area of its own. */
import type { SectionName, SectionOfKind } from '#contract/kit/field/register.ts'
import { securityLog } from '#contract/sections/auth/security-log.ts'
import { category } from '#contract/sections/content/category.ts'
import { slider } from '#contract/sections/content/slider.ts'
import { testimony } from '#contract/sections/member/testimony.ts'
import { autoText } from '#contract/sections/other/auto-text.ts'
import { popupPromotion } from '#contract/sections/promotion/popup-promotion.ts'
import { promotionBanner } from '#contract/sections/promotion/promotion-banner.ts'
import { settingBotSaham } from '#contract/sections/settings/setting-bot-saham.ts'
import { type SectionApi, serve } from '#server/crud/serve.ts'
import { autoTexts } from '#server/db/tables/chat.ts'
import { categories, sliders, testimonies } from '#server/db/tables/content.ts'
import { securityEvents } from '#server/db/tables/platform.ts'
import { popupPromotions, promotionBanners } from '#server/db/tables/promotion.ts'
import { botSettings } from '#server/db/tables/questions.ts'
import { tanyaSahamAlgoApi, tanyaSahamApi } from '#server/inbox/questions/chats.ts'
import { botConversationApi } from '#server/inbox/questions/conversation.ts'
import { numbersApi } from '#server/inbox/rooms/numbers.ts'
import { roleApi } from './auth/role.ts'
import { userApi } from './auth/user.ts'
import { pediaApi } from './content/emtpedia.ts'
import { faqApi } from './content/faq.ts'
import { forYouApi } from './content/for-you.ts'
import { mediaApi } from './content/media.ts'
import { postApi } from './content/post.ts'
import { memberApi } from './member/member.ts'
import { memberAlertApi } from './member/member-alert.ts'
import { memberCutiApi } from './member/member-cuti.ts'
import { shortLinkApi } from './other/short-link.ts'
import { tagManagerApi } from './other/tag-manager.ts'
import { academyApi } from './product/academy.ts'
import { eventApi } from './product/event.ts'
import { membershipApi } from './product/membership.ts'
import { merchandiseApi } from './product/merchandise.ts'
import { onlineClassApi } from './product/online-class.ts'
import { participantApi } from './product/participant.ts'
import { questionnaireApi } from './product/questionnaire.ts'
import { campaignApi } from './promotion/campaign.ts'
import { landingPageApi } from './promotion/landing-page.ts'
import { newsletterApi } from './promotion/newsletter.ts'
import { promotionCodeApi } from './promotion/promotion-code.ts'
import { pushNotificationApi } from './promotion/push-notification.ts'
import { tickerApi } from './promotion/ticker.ts'
import { rewardApi } from './sales/reward.ts'
import { transactionApi } from './sales/transaction.ts'
import { bankApi } from './settings/bank.ts'
import { knowledgeApi } from './settings/knowledge.ts'
import { analysisApi } from './stock/analysis.ts'
import { portofolioApi } from './stock/portofolio.ts'
import { recommendationApi } from './stock/recommendation.ts'
import { stockApi } from './stock/stock.ts'
import { stockSectorApi } from './stock/stock-sector.ts'

export const sectionApis = {
  post: postApi,
  media: mediaApi,
  'for-you': forYouApi,
  slider: serve(slider, sliders),
  faq: faqApi,
  emtpedia: pediaApi,
  category: serve(category, categories),
  recommendation: recommendationApi,
  portofolio: portofolioApi,
  analysis: analysisApi,
  'tanya-saham': tanyaSahamApi,
  'tanya-saham-algo': tanyaSahamAlgoApi,
  'bot-conversation': botConversationApi,
  stock: stockApi,
  'stock-sector': stockSectorApi,
  membership: membershipApi,
  academy: academyApi,
  event: eventApi,
  questionnaire: questionnaireApi,
  participant: participantApi,
  'online-class': onlineClassApi,
  merchandise: merchandiseApi,
  campaign: campaignApi,
  'push-notification': pushNotificationApi,
  ticker: tickerApi,
  'promotion-code': promotionCodeApi,
  'promotion-banner': serve(promotionBanner, promotionBanners),
  'popup-promotion': serve(popupPromotion, popupPromotions),
  'landing-page': landingPageApi,
  newsletter: newsletterApi,
  member: memberApi,
  'member-alert': memberAlertApi,
  'member-cuti': memberCutiApi,
  testimony: serve(testimony, testimonies),
  reward: rewardApi,
  transaction: transactionApi,
  user: userApi,
  role: roleApi,
  'security-log': serve(securityLog, securityEvents),
  bank: bankApi,
  'setting-bot-saham': serve(settingBotSaham, botSettings),
  knowledge: knowledgeApi,
  'short-link': shortLinkApi,
  'auto-text': serve(autoText, autoTexts),
  'tag-manager': tagManagerApi,
  'whatsapp-number': numbersApi,
} satisfies Record<Exclude<SectionName, SectionOfKind<'board' | 'inbox'>>, SectionApi>
