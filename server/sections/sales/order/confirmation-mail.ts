/** Confirmation of an order as a mail and as a message of the chat, from the same words (docs/product/orders.md#confirmation). */
import type { Language } from '#contract/choices/languages.ts'
import { formatRupiahIn } from '#contract/lib/number-text.ts'
import { fillText } from '#contract/mail/fill.ts'
import { momentText } from '#contract/mail/moment-text.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

interface Words {
  subject: string
  hello: string
  paidTitle: string
  paid: string
  unpaidTitle: string
  unpaid: string
  discount: string
  total: string
  reason: string
}

const words: Readonly<Record<Language, Words>> = {
  id: {
    subject: '{title}: {number}',
    hello: 'Halo {name},',
    paidTitle: 'Pembayaran diterima',
    paid: 'Pembayaran pesanan {number} sudah kami terima.',
    unpaidTitle: 'Menunggu pembayaran',
    unpaid: 'Pesanan {number} menunggu pembayaran sampai {until}.',
    discount: 'Diskon',
    total: 'Total',
    reason: 'Anda menerima email ini karena pesanan Anda.',
  },
  en: {
    subject: '{title}: {number}',
    hello: 'Hello {name},',
    paidTitle: 'Payment received',
    paid: 'We have received your payment of order {number}.',
    unpaidTitle: 'Waiting for payment',
    unpaid: 'Order {number} waits for payment until {until}.',
    discount: 'Discount',
    total: 'Total',
    reason: 'You receive this because of your order.',
  },
  tr: {
    subject: '{title}: {number}',
    hello: 'Merhaba {name},',
    paidTitle: 'Ödeme alındı',
    paid: '{number} numaralı siparişinizin ödemesini aldık.',
    unpaidTitle: 'Ödeme bekleniyor',
    unpaid: '{number} numaralı siparişin ödemesi {until} tarihine kadar bekleniyor.',
    discount: 'İndirim',
    total: 'Toplam',
    reason: 'Bu e-postayı siparişiniz nedeniyle alıyorsunuz.',
  },
  ar: {
    // A number in capitals as the only Latin letters counts as shouting (docs/product/deliverability.md#filters).
    subject: '{title}',
    hello: 'مرحبًا {name}،',
    paidTitle: 'تم استلام الدفعة',
    paid: 'استلمنا دفعة طلبك {number}.',
    unpaidTitle: 'بانتظار الدفع',
    unpaid: 'الطلب {number} بانتظار الدفع حتى {until}.',
    discount: 'الخصم',
    total: 'الإجمالي',
    reason: 'تصلك هذه الرسالة بسبب طلبك.',
  },
}

export interface ConfirmedOrder {
  language: Language
  name: string
  number: string
  isPaid: boolean
  due_at: string | null
  items: readonly { name: string; qty: number; price: number }[]
  discount: number
  total: number
}

/** Returns subject, HTML and text of the mail, and the message of the chat. */
export function confirmationMail(settings: Settings, order: ConfirmedOrder) {
  const { language, isPaid, number, items, discount, total } = order
  const own = words[language]
  const title = isPaid ? own.paidTitle : own.unpaidTitle
  const hello = fillText(own.hello, { name: order.name })
  const situation = fillText(isPaid ? own.paid : own.unpaid, { number, until: order.due_at ? momentText(language, order.due_at) : '' })
  const rupiah = (amount: number) => formatRupiahIn(language, amount)
  const rows = [
    ...items.map(({ name, qty, price }) => [qty === 1 ? name : `${name} x ${qty}`, rupiah(price * qty)] as const),
    ...(discount ? [[own.discount, `-${rupiah(discount)}`] as const] : []),
  ]
  const mail = composeMail(settings, {
    language,
    subject: fillText(own.subject, { title, number }),
    preheader: situation,
    title,
    blocks: [
      { kind: 'text', text: hello },
      { kind: 'text', text: situation },
      { kind: 'sums', rows, total: [own.total, rupiah(total)] },
    ],
    reason: own.reason,
  })
  const lines = [...rows.map(([name, amount]) => `- ${name}: ${amount}`), `${own.total}: ${rupiah(total)}`]
  return { mail, message: [hello, situation, lines.join('\n'), settings.company.name].join('\n\n') }
}
