import { expect, it } from 'vitest'
import { text } from '../kit/field/field.ts'
import { hasAddress, withoutHiddenSigns } from './public-name.ts'
import { readEntered } from './read-entered.ts'

it.each([
  'https://evil.example/x',
  'Menang di http://1.2.3.4',
  'klik bit.ly/abc',
  't.me/penipu',
  'www.judi',
  'Budi slot88.com',
  'slot88.com.',
  'BUDI SLOT88.COM sekarang',
  'evil．com',
  'evil。com',
  'evil․com',
  'e\u200dvil.c\u200dom',
  'ＥＶＩＬ.ＣＯＭ',
  'budi@surat.test',
  'budi＠surat',
  'toko.co.id',
  'daftar.my.id',
  'xn--80ak6aa92e.com',
  'go 10.20.30.40 now',
  'evil.xn--p1ai',
  'ftp://x',
  'Menang slot88.bet',
  'rtp77.gacor',
  'judi.cfd',
  'аррӏе.com',
  'مثال.com',
  '李.com',
  'пример.рф',
  'evil.c\ufe0fom',
])('%s has an address', (name) => expect(hasAddress(name)).toBe(true))

it.each([
  'Budi Santoso',
  'Dr.Budi Santoso, S.Si., M.Kom.',
  'H.Abdul Rahman',
  'Moh.Idris',
  'Muh.Al Fatih',
  'Ir.Joko S.T,M.T',
  'Siti S.Pd.I',
  'Rina, S.Ak, M.Ag',
  'Drs.Slamet S.H',
  'Ny. A.A. Ayu',
  "O'Neil-Smith",
  'Dr.Indah',
  'Tn.Comel',
  'Prof.Netty',
  'St. Nikolaus',
  'محمد بن سلمان',
  'می‌خواهم',
  'Nguyễn Văn A.',
  'İbrahim Çelik',
  'A/N Budi',
  'PT Maju 1.000.000',
  'Siti, B.Com',
  'Hj.Ai Nurhayati',
  'Dr.La Ode',
  'أ.د.محمد',
  '1.Budi',
  '李小龍',
])('%s has none', (name) => expect(hasAddress(name)).toBe(false))

it('what nobody sees is taken out, and a name is one line', () => {
  expect(withoutHiddenSigns('a\u202eb\u2066c\u200bd\ufeff\u{e0041}')).toBe('abcd')
  expect(withoutHiddenSigns('می\u200cخواهم')).toBe('می\u200cخواهم')
  const fields = { name: text({ required: true, max: 20 }) }
  expect(readEntered(fields, { name: ' Budi\r\n\u2067Santoso ' }, ['name'])).toEqual({ value: { name: 'Budi Santoso' } })
  const problems = (name: string) => {
    const read = readEntered(fields, { name }, ['name'])
    return 'problems' in read ? [...read.problems] : []
  }
  for (const unseen of ['\u202e\u200b', '\u2800', '\u200d', '\ufe0f', '\u0301'.repeat(9)])
    expect(problems(unseen)).toEqual([['name', 'required']])
  expect(problems('evil\u202e.com')).toEqual([['name', 'address']])
})
