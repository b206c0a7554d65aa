import { expect, test } from 'vitest'
import { signInText } from './sign-in-text.ts'

test.each([
  [1, 'en', 'Sign in to send 1 change'],
  [3, 'en', 'Sign in to send 3 changes'],
  [4, 'id', 'Masuk untuk mengirim 4 perubahan'],
  [5, 'tr', '5 değişikliği göndermek için oturum açın'],
  [2, 'ar', 'سجّل الدخول لإرسال تغييرين'],
  [3, 'ar', 'سجّل الدخول لإرسال 3 تغييرات'],
  [11, 'ar', 'سجّل الدخول لإرسال 11 تغييرًا'],
  [100, 'ar', 'سجّل الدخول لإرسال 100 تغيير'],
  [2, '', 'Sign in to send 2 changes'],
])('signInText names %s changes in %s', (count, language, title) => {
  expect(signInText(count, language).title).toBe(title)
})

test('signInText is right-to-left in Arabic', () => {
  expect(signInText(2, 'ar')).toMatchObject({ lang: 'ar', dir: 'rtl' })
  expect(signInText(2, 'xx')).toMatchObject({ lang: 'en', dir: 'ltr' })
})
