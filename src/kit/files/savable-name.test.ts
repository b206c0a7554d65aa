import { expect, it } from 'vitest'
import { savableName } from './savable-name.ts'

it.each([
  ['Receipt 12.pdf', 'Receipt 12.pdf'],
  ['INV/2026/001.pdf', 'INV-2026-001.pdf'],
  ['..\\..\\secret.txt', 'secret.txt'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a:b*c?"d"<e>|f.xlsx', 'a-b-c-d-e-f.xlsx'],
  ['line\nbreak\u0000.csv', 'line-break-.csv'],
  ['photo\u202Egpj.exe', 'photo-gpj.exe'],
  ['.htaccess', 'htaccess'],
  ['CON.pdf', '_CON.pdf'],
  ['com1', '_com1'],
  ['Contoh.pdf', 'Contoh.pdf'],
  ['trailing. . .', 'trailing'],
  ['فاتورة أحمد.pdf', 'فاتورة أحمد.pdf'],
  ['ürün listesi.xlsx', 'ürün listesi.xlsx'],
  ['Cafe\u0301.pdf', 'Café.pdf'],
  ['laporan 😀.pdf', 'laporan 😀.pdf'],
  ['', 'file'],
  ['///', 'file'],
  ['.pdf', 'pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(120)}.pdf`],
  [`${'😀'.repeat(200)}.pdf`, `${'😀'.repeat(120)}.pdf`],
])('savableName(%j) is %j', (given, name) => {
  expect(savableName(given)).toBe(name)
})
