/** Texts of the worker's notifications, in the console's languages; 'other' replaces missing plural forms. */
interface SignInTexts {
  title: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  body: string
}

const texts: Readonly<Record<'en' | 'id' | 'tr' | 'ar', SignInTexts>> = {
  en: {
    title: { one: 'Sign in to send # change', other: 'Sign in to send # changes' },
    body: 'Nothing is lost: it is safe on this device.',
  },
  id: { title: { other: 'Masuk untuk mengirim # perubahan' }, body: 'Tidak ada yang hilang: semuanya aman di perangkat ini.' },
  tr: { title: { other: '# değişikliği göndermek için oturum açın' }, body: 'Hiçbir şey kaybolmadı: hepsi bu cihazda güvende.' },
  ar: {
    title: {
      one: 'سجّل الدخول لإرسال تغيير واحد',
      two: 'سجّل الدخول لإرسال تغييرين',
      few: 'سجّل الدخول لإرسال # تغييرات',
      many: 'سجّل الدخول لإرسال # تغييرًا',
      other: 'سجّل الدخول لإرسال # تغيير',
    },
    body: 'لم يضِع شيء: كل شيء محفوظ على هذا الجهاز.',
  },
}

const isKnown = (language: string): language is keyof typeof texts => Object.hasOwn(texts, language)

/** 'Sign in to send 3 changes', in the console's language; English when unknown. */
export function signInText(count: number, language: string) {
  const lang = isKnown(language) ? language : 'en'
  const { title, body } = texts[lang]
  const form = title[new Intl.PluralRules(lang).select(count)] ?? title.other
  return { title: form.replace('#', String(count)), body, lang, dir: lang === 'ar' ? 'rtl' : 'ltr' } as const
}
