/** Examples of calls of sections on demo data, where fields do not determine them: ids and codes are those of the demo. */
import type { CallExample } from './kit/section/call.ts'
import { addDays, wibDay } from './lib/wib.ts'

/** A day within the next ten months. */
const fromNow = (n: number) => addDays(wibDay(new Date()), 2 + (n % 300))

const period = { query: { query: 'created_at:2026-01-01..2027-12-31' } }

/** Ref of the note in the demo's chats that another account answers. */
export const demoQuestion = '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e14'

/** By name of the call. Values of the body of a create are also those of the update. */
export const sectionExamples: Readonly<Record<string, CallExample>> = {
  'role.update': { params: { id: '9' } },
  'role.remove': { after: ['role.create'], body: { ids: [15] } },
  'security-log.one': { after: ['session.login'] },
  'user.update': { params: { id: '7' } },
  'user.remove': { body: { ids: [6] } },
  // Demo categories are in use.
  'category.remove': { after: ['category.create'], params: { id: '29' } },
  // Demo terms refer to one another.
  'emtpedia.remove': { after: ['emtpedia.create'], params: { id: '37' } },
  'faq.create': { body: { category: 21, hashtag: [{ name: 'pembayaran' }] } },
  // The first of the demo are highlights.
  'faq.remove': { after: ['faq.create'], body: { ids: [41] } },
  'post.create': { body: { published_at: undefined, category_id: undefined } },
  'post.revision': { params: { id: '1', version: '1' }, after: ['post.update'] },
  // Demo posts in the trash.
  'post.trashed-one': { params: { id: '8' } },
  'post.restore': { params: { id: '8' } },
  'post.erase': { body: { ids: [26] } },
  // Demo member 1 has long access to this product; each day has one leave.
  'member-cuti.create': { body: (n: number) => ({ member_id: 1, product: 'EMV', start: fromNow(n), end: fromNow(n) }) },
  // The demo's planned leave.
  'member-cuti.stop': { params: { id: '2' } },
  // Of another one: what was stopped is not stopped again.
  'member-cuti.stop-post': { params: { id: '12' } },
  'member.create': { body: { sales_id: 3 } },
  // Member 1 is unassigned: there is an alert of them for everybody.
  'member.update': { params: { id: '4' }, body: { phone: '628119990002' } },
  // Deleted in the demo.
  'member.trashed-one': { params: { id: '40' } },
  'member.restore': { body: { id: 40 } },
  'member.remove': { body: { ids: [41] } },
  'member.memberships': { body: { product: 'EMT', type: 'Regular', expires_on: '2027-01-31', reason: 'Kompensasi gangguan layanan' } },
  'member.assign': { body: { ids: [2, 4] } },
  'whatsapp-number.remove': { after: ['whatsapp-number.create'], params: { id: '4' } },
  // The demo's draft, to which nothing refers.
  'landing-page.remove': { body: { ids: [3] } },
  'campaign.remove': { after: ['campaign.create'], body: { ids: [49] } },
  // A category of education; nobody refers to the last class and the last program of the demo.
  'online-class.create': { body: { category: 11 } },
  'online-class.remove': { body: { id: [12] } },
  'academy.create': { body: { category: 11 } },
  'academy.remove': { body: { ids: [11] } },
  'event.create': {
    body: (n: number) => ({
      start_at: `2030-01-${String(1 + (n % 28)).padStart(2, '0')}T19:00:00+07:00`,
      end_at: `2030-02-${String(1 + (n % 28)).padStart(2, '0')}T21:00:00+07:00`,
      duplicate_of: undefined,
      // More than are taken of a demo event.
      quota: 500,
    }),
  },
  // Nobody registered for the last of the demo; the first are highlights.
  'event.remove': { body: { ids: [12] } },
  'event.place': { params: { event_id: '1' } },
  // Those of the demo's first event.
  'questionnaire.update': { body: { event_id: 1 } },
  'questionnaire.restore': { params: { id: '5' } },
  'participant.create': { body: { state: 'registered', answers: undefined } },
  'participant.update': { body: { event_id: 1, state: 'registered', answers: undefined } },
  // Of the demo: one who cancelled, one who waits and one who is registered, all of an event with free seats.
  'participant.register': { params: { id: '4' } },
  'participant.offer': { params: { id: '5' } },
  'participant.cancel': { params: { id: '3' }, body: { order: undefined, refund: undefined, note: undefined } },
  'participant.ticket': { params: { id: '6' } },
  'participant.renewTicket': { params: { id: '6' } },
  'participant.attend': { body: { ref: '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e16', attended: true, at: '2026-01-02T10:00:00+07:00' } },
  'push-notification.create': { body: { send: 'later', send_at: '2030-01-02T10:00:00+07:00' } },
  'push-notification.audience': { query: { segmentation: 'all' } },
  // The second of the demo is held.
  'push-notification.resume': { params: { id: '2' } },
  'push-notification.stop': { params: { id: '1' } },
  'promotion-code.create': { body: { start: '2026-01-01', end: '2026-12-31', value: 12.5, products: [{ category: 'membership' }] } },
  'promotion-code.switchBatch': { body: { batch: 'INTERNAL-DEMO', is_active: true } },
  'promotion-code.apply': { body: { customer_id: 1, type: 'membership', product_id: [1], code: 'HEMAT10', items: undefined } },
  // The demo's last is of next month; settled months are fixed.
  'newsletter.create': { body: { status: 'draft', send_at: undefined, attachments: undefined } },
  // Of the demo: drafts, and one that waits for a person.
  'newsletter.update': { params: { id: '3' } },
  'newsletter.remove': { body: { ids: [4] } },
  'newsletter.audience': { query: { segmentation: 'regular,emt' } },
  'newsletter.hold': { params: { id: '2' }, after: ['newsletter.resume'] },
  'newsletter.resume': { params: { id: '2' }, after: ['bank.import'] },
  'newsletter.stop': { params: { id: '2' }, after: ['newsletter.hold'] },
  'newsletter.received': { params: { member_id: '1' } },
  'newsletter.decide': { params: { id: '1' }, body: { decision: 'leave', recipients: undefined } },
  'newsletter.test': { params: { id: '3' }, after: ['bank.import'] },
  'reward.create': { body: { sales: [4] } },
  'reward.update': { params: { id: '18' } },
  'transaction.create': {
    body: {
      customer: undefined,
      items: [{ category: 'membership', product_id: 4, qty: 1 }],
      promo_code: undefined,
      bank: undefined,
      sales: undefined,
      lead_id: undefined,
      campaign_id: undefined,
      payment_status: 'unpaid',
      order_date: undefined,
    },
  },
  // An order that expired, with none after it.
  'transaction.remove': { body: { ids: [20] }, after: ['transaction.create'] },
  'transaction.export': { query: { query: 'created_at:2026-11-01..2026-11-30' } },
  // Demo orders in the trash.
  'transaction.trashed-one': { params: { id: '5' } },
  'transaction.restore': { params: { id: '11' } },
  'transaction.historyOfPhone': { query: { query: 'phone:628119990001' } },
  'transaction.historyOf': { params: { member_id: '2' } },
  'transaction.pay': { body: { payment_status: 'paid', paid_at: undefined, bank: undefined, note: undefined, refund: undefined } },
  'transaction.refund': { body: { amount: 1, refunded_at: undefined }, after: ['transaction.pay'] },
  'transaction.resend': { params: { id: '3' } },
  'transaction.resend-post': { params: { id: '4' } },
  'transaction.proof': { onlyWith: 'an order with a proof' },
  'transaction.receipt': { params: { id: '3' } },
  'analysis.create': { body: { published_at: undefined, category_id: undefined } },
  'analysis.revision': { params: { id: '1', version: '1' }, after: ['analysis.update'] },
  'bot-conversation.ask': { body: { content: 'Apa itu dividen?', member_id: null } },
  // A demo record in the trash.
  'portofolio.restore': { params: { id: '40' } },
  // Each of another stock: a product has one position per stock, and the demo has the first hundred.
  'portofolio.create': {
    body: (n: number) => ({
      stock_id: 120 + (n % 800),
      option: undefined,
      trades: [{ date: '2026-01-05', side: 'buy', shares: 500, price: 1_000 }],
      target: 1_200,
      stop_loss: 900,
    }),
  },
  'portofolio.update': {
    body: { option: undefined, target: 1_300, stop_loss: 950, trades: [{ date: '2026-01-05', side: 'buy', shares: 500, price: 1_000 }] },
  },
  'portofolio.openOf': { params: { code: 'BBCA' } },
  'recommendation.create.buy': {
    body: { buy_price: { from: 1_000, to: 1_020 }, target_price: [{ price: 1_100 }, { price: 1_200 }], stop_loss: 950, horizon: 30 },
  },
  // Buys of the demo.
  'recommendation.create.sell': { body: { stock_id: 96, sell_price: 7_300 } },
  'recommendation.create.hold-buy': { body: { stock_id: 102, target_price: [{ price: 4_200 }], stop_loss: 3_700 } },
  'recommendation.create.hold-no-buy': { body: { stock_id: 871, target_price: [{ price: 4_200 }], stop_loss: 3_700 } },
  // Drafts of each kind.
  'recommendation.update.sell': { params: { id: '3' } },
  'recommendation.update.hold-buy': { params: { id: '4' } },
  'recommendation.update.hold-no-buy': { params: { id: '5' } },
  'recommendation.update.no-buy': { params: { id: '6' } },
  'recommendation.update.custom': { params: { id: '7' } },
  'recommendation.update.watchlist': { params: { id: '8' } },
  // One without companies.
  'stock-sector.remove': { body: { ids: [12] } },
  // One without references.
  'stock.remove': { body: { ids: [956] } },
  'stock.lastPrice': { params: { code: 'BBCA' } },
  'stock.prices': { params: { code: 'AMOR' } },
  'stock.confirmAction': { params: { action_id: '1' } },
  'stock.takeBackAction': { params: { action_id: '1' } },
  'stock.importPrices': {
    body: {
      rows: [{ code: 'AADI', date: '2021-12-01', previous: 7000, high: 7100, low: 6950, close: 7050, volume: 120_000 }],
      dry_run: true,
    },
  },
  'tanya-saham-algo.one': { params: { id: '11' } },
  'tanya-saham-algo.handOver': { params: { id: '3' } },
  'tanya-saham.media': { params: { id: '3', message_id: 'picture' }, onlyWith: 'the ref of a message with a picture' },
  'tanya-saham.assign': { body: { assigned_to: 0 } },
  'tanya-saham.end': { params: { id: '6' } },
  'tanya-saham.delete': { params: { id: '60' } },
  'tanya-saham.report': period,
  'tanya-saham.topStock': period,
  'tanya-saham.topStockPortofolio': period,
  'tanya-saham.category': period,
  'tanya-saham.rating': period,
  'tanya-saham.ratingReport': period,
  'tanya-saham.preview': { body: { question: 'Apa itu dividen?', member_id: null } },
}
