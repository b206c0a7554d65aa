/** Mails to the owner of an account whose ways in have changed (docs/product/access.md#second-factor), in the language of the account. */
import { eq } from 'drizzle-orm'
import { isLanguage, type Language } from '#contract/choices/languages.ts'
import { wibText } from '#contract/lib/wib.ts'
import { fillText } from '#contract/mail/fill.ts'
import type { Db } from '#server/db/database.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { users } from '#server/db/tables/people.ts'
import type { Platform } from '../core/context.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { jobKind } from '../jobs/kind.ts'
import { composeMail } from '../mail/compose-mail.ts'
import type { Settings } from '../settings/settings.ts'

export const accountChanges = ['password', 'address', 'factor-on', 'factor-off', 'codes'] as const
export type AccountChange = (typeof accountChanges)[number]

interface Words extends Readonly<Record<AccountChange, { subject: string; lead: string }>> {
  hello: string
  time: string
  unexpected: string
  button: string
  reason: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    hello: 'Hello {name},',
    password: { subject: 'Your password was changed', lead: 'The password of your account was changed.' },
    address: { subject: 'Your e-mail address was changed', lead: 'Your account has another e-mail address from now on.' },
    'factor-on': { subject: 'Second factor set up', lead: 'Your account asks for a code of an app at sign-in from now on.' },
    'factor-off': { subject: 'Second factor removed', lead: 'Your account no longer asks for a code at sign-in.' },
    codes: { subject: 'New recovery codes', lead: 'New recovery codes were made for your account. The old ones no longer work.' },
    time: 'Time: {time} WIB',
    unexpected: 'If this was not you or your admin, choose a new password now and tell your admin.',
    button: 'Open {company}',
    reason: 'You receive this because this address belongs, or belonged, to an account.',
  },
  id: {
    hello: 'Halo {name},',
    password: { subject: 'Kata sandi Anda diubah', lead: 'Kata sandi akun Anda telah diubah.' },
    address: { subject: 'Alamat email Anda diubah', lead: 'Mulai sekarang akun Anda memakai alamat email lain.' },
    'factor-on': {
      subject: 'Verifikasi dua langkah aktif',
      lead: 'Mulai sekarang akun Anda meminta kode dari aplikasi setiap kali masuk.',
    },
    'factor-off': { subject: 'Verifikasi dua langkah dihapus', lead: 'Akun Anda tidak lagi meminta kode saat masuk.' },
    codes: { subject: 'Kode pemulihan baru', lead: 'Kode pemulihan baru dibuat untuk akun Anda. Kode yang lama tidak berlaku lagi.' },
    time: 'Waktu: {time} WIB',
    unexpected: 'Bila ini bukan Anda atau admin Anda, segera buat kata sandi baru dan beri tahu admin.',
    button: 'Buka {company}',
    reason: 'Anda menerima email ini karena alamat ini, sekarang atau sebelumnya, milik sebuah akun.',
  },
  tr: {
    hello: 'Merhaba {name},',
    password: { subject: 'Parolanız değiştirildi', lead: 'Hesabınızın parolası değiştirildi.' },
    address: { subject: 'E-posta adresiniz değiştirildi', lead: 'Hesabınız bundan sonra başka bir e-posta adresi kullanıyor.' },
    'factor-on': {
      subject: 'İki adımlı doğrulama açıldı',
      lead: 'Hesabınız bundan sonra oturum açarken bir uygulamanın kodunu istiyor.',
    },
    'factor-off': { subject: 'İki adımlı doğrulama kaldırıldı', lead: 'Hesabınız oturum açarken artık kod istemiyor.' },
    codes: { subject: 'Yeni kurtarma kodları', lead: 'Hesabınız için yeni kurtarma kodları oluşturuldu. Eskileri artık geçmez.' },
    time: 'Saat: {time} WIB',
    unexpected: 'Bunu siz veya yöneticiniz yapmadıysa hemen yeni bir parola seçin ve yöneticinize haber verin.',
    button: '{company} uygulamasını aç',
    reason: 'Bu adres bir hesaba ait olduğu veya ait olmuş olduğu için bu e-postayı alıyorsunuz.',
  },
  ar: {
    hello: 'مرحبًا {name}،',
    password: { subject: 'تم تغيير كلمة مرورك', lead: 'تم تغيير كلمة مرور حسابك.' },
    address: { subject: 'تم تغيير بريدك الإلكتروني', lead: 'أصبح لحسابك بريد إلكتروني آخر من الآن.' },
    'factor-on': { subject: 'تم تفعيل التحقق بخطوتين', lead: 'سيطلب حسابك من الآن رمزًا من تطبيق عند تسجيل الدخول.' },
    'factor-off': { subject: 'تمت إزالة التحقق بخطوتين', lead: 'لم يعد حسابك يطلب رمزًا عند تسجيل الدخول.' },
    codes: { subject: 'رموز استرداد جديدة', lead: 'أُنشئت رموز استرداد جديدة لحسابك، ولم تعد الرموز القديمة صالحة.' },
    time: 'الوقت: {time} WIB',
    unexpected: 'إذا لم تكن أنت أو مديرك من فعل ذلك فاختر كلمة مرور جديدة الآن وأخبر مديرك.',
    button: 'فتح {company}',
    reason: 'تصلك هذه الرسالة لأن هذا العنوان مرتبط بحساب، أو كان مرتبطًا به.',
  },
}

/** Returns subject, HTML and text. `at`: when it was changed. */
export function accountMail(settings: Settings, change: AccountChange, to: { name: string; language: Language; at: Date }) {
  const own = words[to.language]
  const { subject, lead } = own[change]
  return composeMail(settings, {
    language: to.language,
    subject,
    preheader: lead,
    title: subject,
    blocks: [
      { kind: 'text', text: fillText(own.hello, { name: to.name }) },
      { kind: 'text', text: lead },
      { kind: 'small', text: fillText(own.time, { time: wibText(to.at).slice(0, 16).replace('T', ' ') }) },
      { kind: 'text', text: own.unexpected },
      { kind: 'button', label: fillText(own.button, { company: settings.company.name }), url: settings.publicUrl },
    ],
    reason: own.reason,
  })
}

interface AccountMailInput extends JobInput {
  user: number
  change: AccountChange
  /** The address at the time of the change, or before it. */
  to: string
  at: string
}

/** Every attempt sends the same mail: the job's ref names it. A user who is gone gets none. */
export const accountMailJob = jobKind<AccountMailInput>('account-mail', 'quick', async (run) => {
  const { platform, input, ref } = run
  const [user] = await platform.database.db.select().from(users).where(eq(users.id, input.user))
  if (user) {
    const language = isLanguage(user.language) ? user.language : 'en'
    const mail = accountMail(platform.settings, input.change, { name: user.name, language, at: new Date(input.at) })
    await platform.mail.send({ id: ref, to: input.to, ...mail })
  }
  await run.commit(async () => ({ finished: true }))
  return 'done'
})

/** Tells the owner of an account, as part of the transaction of the change. `former`: their address before it, which is told as well. */
export async function mailOwner({ database }: Platform, tx: Db, userId: number, change: AccountChange, former?: string): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const addresses = new Set([...(former ? [former] : []), ...(user ? [user.email] : [])])
  const at = new Date().toISOString()
  for (const to of addresses) await enqueue(database, tx, accountMailJob, { user: userId, change, to, at })
}
