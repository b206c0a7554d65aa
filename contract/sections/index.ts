/** The registry of sections. Each is a chunk of the console; API and worker load all. */
import type { SectionName } from '../kit/field/register.ts'

export const sections = {
  post: () => import('./content/post.ts').then((module) => module.post),
  media: () => import('./content/media.ts').then((module) => module.media),
  'for-you': () => import('./content/for-you.ts').then((module) => module.forYou),
  faq: () => import('./content/faq.ts').then((module) => module.faq),
  emtpedia: () => import('./content/emtpedia.ts').then((module) => module.pedia),
  slider: () => import('./content/slider.ts').then((module) => module.slider),
  category: () => import('./content/category.ts').then((module) => module.category),
  recommendation: () => import('./stock/recommendation.ts').then((module) => module.recommendation),
  portofolio: () => import('./stock/portofolio.ts').then((module) => module.portofolio),
  analysis: () => import('./stock/analysis.ts').then((module) => module.analysis),
  'tanya-saham': () => import('./stock/tanya-saham.ts').then((module) => module.tanyaSaham),
  'tanya-saham-algo': () => import('./stock/tanya-saham-algo.ts').then((module) => module.tanyaSahamAlgo),
  stock: () => import('./stock/stock.ts').then((module) => module.stock),
  'stock-sector': () => import('./stock/stock-sector.ts').then((module) => module.stockSector),
  'bot-conversation': () => import('./stock/bot-conversation.ts').then((module) => module.botConversation),
  membership: () => import('./product/membership.ts').then((module) => module.membership),
  academy: () => import('./product/academy.ts').then((module) => module.academy),
  event: () => import('./product/event.ts').then((module) => module.event),
  questionnaire: () => import('./product/questionnaire.ts').then((module) => module.questionnaire),
  participant: () => import('./product/participant.ts').then((module) => module.participant),
  'online-class': () => import('./product/online-class.ts').then((module) => module.onlineClass),
  merchandise: () => import('./product/merchandise.ts').then((module) => module.merchandise),
  bank: () => import('./settings/bank.ts').then((module) => module.bank),
  'setting-bot-saham': () => import('./settings/setting-bot-saham.ts').then((module) => module.settingBotSaham),
  knowledge: () => import('./settings/knowledge.ts').then((module) => module.knowledge),
  'short-link': () => import('./other/short-link.ts').then((module) => module.shortLink),
  'auto-text': () => import('./other/auto-text.ts').then((module) => module.autoText),
  'tag-manager': () => import('./other/tag-manager.ts').then((module) => module.tagManager),
  'whatsapp-number': () => import('./other/whatsapp-number.ts').then((module) => module.whatsappNumber),
  'push-notification': () => import('./promotion/push-notification.ts').then((module) => module.pushNotification),
  ticker: () => import('./promotion/ticker.ts').then((module) => module.ticker),
  campaign: () => import('./promotion/campaign.ts').then((module) => module.campaign),
  'promotion-code': () => import('./promotion/promotion-code.ts').then((module) => module.promotionCode),
  'promotion-banner': () => import('./promotion/promotion-banner.ts').then((module) => module.promotionBanner),
  'popup-promotion': () => import('./promotion/popup-promotion.ts').then((module) => module.popupPromotion),
  'landing-page': () => import('./promotion/landing-page.ts').then((module) => module.landingPage),
  newsletter: () => import('./promotion/newsletter.ts').then((module) => module.newsletter),
  member: () => import('./member/member.ts').then((module) => module.member),
  'member-alert': () => import('./member/member-alert.ts').then((module) => module.memberAlert),
  'member-cuti': () => import('./member/member-cuti.ts').then((module) => module.memberCuti),
  testimony: () => import('./member/testimony.ts').then((module) => module.testimony),
  user: () => import('./auth/user.ts').then((module) => module.user),
  role: () => import('./auth/role.ts').then((module) => module.role),
  'security-log': () => import('./auth/security-log.ts').then((module) => module.securityLog),
  leads: () => import('./sales/leads.ts').then((module) => module.leads),
  transaction: () => import('./sales/transaction.ts').then((module) => module.transaction),
  reward: () => import('./sales/reward.ts').then((module) => module.reward),
  'chat-platform': () => import('./sales/chat-platform.ts').then((module) => module.chatPlatform),
}

declare module '../kit/field/register.ts' {
  interface Register {
    sections: typeof sections
  }
}

export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(sections, name)
}
