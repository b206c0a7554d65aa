/** The API of every regular section. One that has calls beyond those of its definition is mounted by an area of its own. */
import type { SectionName } from '#contract/kit/register.ts'
import type { SectionApi } from '#server/crud/serve.ts'
import { tanyaSahamAlgoApi, tanyaSahamApi } from '#server/inbox/questions/chats.ts'
import { botConversationApi } from '#server/inbox/questions/conversation.ts'
import { roleApi } from './auth/role.ts'
import { securityLogApi } from './auth/security-log.ts'
import { userApi } from './auth/user.ts'
import { categoryApi } from './content/category.ts'
import { pediaApi } from './content/emtpedia.ts'
import { faqApi } from './content/faq.ts'
import { forYouApi } from './content/for-you.ts'
import { mediaApi } from './content/media.ts'
import { postApi } from './content/post.ts'
import { sliderApi } from './content/slider.ts'
import { memberApi } from './member/member.ts'
import { memberAlertApi } from './member/member-alert.ts'
import { memberCutiApi } from './member/member-cuti.ts'
import { testimonyApi } from './member/testimony.ts'
import { autoTextApi } from './other/auto-text.ts'
import { shortLinkApi } from './other/short-link.ts'
import { tagManagerApi } from './other/tag-manager.ts'
import { membershipApi } from './product/membership.ts'
import { merchandiseApi } from './product/merchandise.ts'
import { campaignApi } from './promotion/campaign.ts'
import { popupPromotionApi } from './promotion/popup-promotion.ts'
import { promotionBannerApi } from './promotion/promotion-banner.ts'
import { promotionCodeApi } from './promotion/promotion-code.ts'
import { tickerApi } from './promotion/ticker.ts'
import { rewardApi } from './sales/reward.ts'
import { transactionApi } from './sales/transaction.ts'
import { bankApi } from './settings/bank.ts'
import { knowledgeApi } from './settings/knowledge.ts'
import { settingBotSahamApi } from './settings/setting-bot-saham.ts'
import { analysisApi } from './stock/analysis.ts'
import { portofolioApi } from './stock/portofolio.ts'
import { recommendationApi } from './stock/recommendation.ts'
import { stockApi } from './stock/stock.ts'
import { stockSectorApi } from './stock/stock-sector.ts'

export const sectionApis = {
  post: postApi,
  media: mediaApi,
  'for-you': forYouApi,
  slider: sliderApi,
  faq: faqApi,
  emtpedia: pediaApi,
  category: categoryApi,
  recommendation: recommendationApi,
  portofolio: portofolioApi,
  analysis: analysisApi,
  'tanya-saham': tanyaSahamApi,
  'tanya-saham-algo': tanyaSahamAlgoApi,
  'bot-conversation': botConversationApi,
  stock: stockApi,
  'stock-sector': stockSectorApi,
  membership: membershipApi,
  merchandise: merchandiseApi,
  campaign: campaignApi,
  ticker: tickerApi,
  'promotion-code': promotionCodeApi,
  'promotion-banner': promotionBannerApi,
  'popup-promotion': popupPromotionApi,
  member: memberApi,
  'member-alert': memberAlertApi,
  'member-cuti': memberCutiApi,
  testimony: testimonyApi,
  reward: rewardApi,
  transaction: transactionApi,
  user: userApi,
  role: roleApi,
  'security-log': securityLogApi,
  bank: bankApi,
  'setting-bot-saham': settingBotSahamApi,
  knowledge: knowledgeApi,
  'short-link': shortLinkApi,
  'auto-text': autoTextApi,
  'tag-manager': tagManagerApi,
} satisfies Record<Exclude<SectionName, 'leads' | 'chat-platform' | 'whatsapp-number'>, SectionApi>
