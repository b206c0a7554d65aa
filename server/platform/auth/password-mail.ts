/** Mails with a password link, in the language of the account (docs/product/deliverability.md#languages). */
import type { Language } from '#contract/choices/languages.ts'
import { fillText } from '#contract/mail/fill.ts'
import { composeMail } from '../mail/compose-mail.ts'
import type { Settings } from '../settings/settings.ts'

export type PasswordMailKind = 'reset' | 'invite'

interface KindWords {
  subject: string
  lead: string
  button: string
  lasts: string
}
interface Words extends Readonly<Record<PasswordMailKind, KindWords>> {
  hello: string
  unexpected: string
  address: string
  reason: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    hello: 'Hello {name},',
    reset: {
      subject: 'Choose a new password',
      lead: 'Somebody asked for a new password for your account.',
      button: 'Choose a new password',
      lasts: 'The link works once, for one hour.',
    },
    invite: {
      subject: 'Welcome to {company}',
      lead: 'An account was made for you. Choose a password to begin.',
      button: 'Choose a password',
      lasts: 'The link works once, for two days.',
    },
    unexpected: 'If you did not expect this mail, nothing needs to be done.',
    address: 'If the button does not work, open this address',
    reason: 'You receive this because this address belongs to an account.',
  },
  id: {
    hello: 'Halo {name},',
    reset: {
      subject: 'Buat kata sandi baru',
      lead: 'Seseorang meminta kata sandi baru untuk akun Anda.',
      button: 'Buat kata sandi baru',
      lasts: 'Tautan ini berlaku satu kali, selama satu jam.',
    },
    invite: {
      subject: 'Selamat datang di {company}',
      lead: 'Sebuah akun dibuat untuk Anda. Buat kata sandi untuk memulai.',
      button: 'Buat kata sandi',
      lasts: 'Tautan ini berlaku satu kali, selama dua hari.',
    },
    unexpected: 'Bila Anda tidak menunggu email ini, abaikan saja.',
    address: 'Bila tombol tidak berfungsi, buka alamat ini',
    reason: 'Anda menerima email ini karena alamat ini milik sebuah akun.',
  },
  tr: {
    hello: 'Merhaba {name},',
    reset: {
      subject: 'Yeni bir parola seçin',
      lead: 'Hesabınız için yeni bir parola istendi.',
      button: 'Yeni parola seç',
      lasts: 'Bağlantı bir kez ve bir saat boyunca çalışır.',
    },
    invite: {
      subject: '{company} uygulamasına hoş geldiniz',
      lead: 'Sizin için bir hesap açıldı. Başlamak için bir parola seçin.',
      button: 'Parola seç',
      lasts: 'Bağlantı bir kez ve iki gün boyunca çalışır.',
    },
    unexpected: 'Bu e-postayı beklemiyorsanız bir şey yapmanız gerekmez.',
    address: 'Düğme çalışmazsa şu adresi açın',
    reason: 'Bu adres bir hesaba ait olduğu için bu e-postayı alıyorsunuz.',
  },
  ar: {
    hello: 'مرحبًا {name}،',
    reset: {
      subject: 'اختر كلمة مرور جديدة',
      lead: 'طلب أحدهم كلمة مرور جديدة لحسابك.',
      button: 'اختيار كلمة مرور جديدة',
      lasts: 'يعمل الرابط مرة واحدة ولمدة ساعة.',
    },
    invite: {
      subject: 'مرحبًا بك في {company}',
      lead: 'أُنشئ حساب لك. اختر كلمة مرور للبدء.',
      button: 'اختيار كلمة المرور',
      lasts: 'يعمل الرابط مرة واحدة ولمدة يومين.',
    },
    unexpected: 'إذا لم تكن تتوقع هذه الرسالة فلا يلزمك فعل شيء.',
    address: 'إذا لم يعمل الزر فافتح هذا العنوان',
    reason: 'تصلك هذه الرسالة لأن هذا العنوان مرتبط بحساب.',
  },
}

/** Returns subject, HTML and text. */
export function passwordMail(settings: Settings, kind: PasswordMailKind, to: { name: string; language: Language; link: string }) {
  const own = words[to.language]
  const { subject, lead, button, lasts } = own[kind]
  const title = fillText(subject, { company: settings.company.name })
  return composeMail(settings, {
    language: to.language,
    subject: title,
    preheader: lead,
    title,
    blocks: [
      { kind: 'text', text: fillText(own.hello, { name: to.name }) },
      { kind: 'text', text: lead },
      { kind: 'button', label: button, url: to.link },
      { kind: 'small', text: `${lasts} ${own.unexpected}` },
      { kind: 'code', label: own.address, text: to.link },
    ],
    reason: own.reason,
  })
}
