/** Banks, tags and canned replies. */
import type { Random } from '../base/random.ts'
import { type Clock, recordColumns } from '../base/rows.ts'
import { cities, tagNames } from '../base/vocabulary.ts'

const bankNames = [
  'BCA',
  'Mandiri',
  'BRI',
  'BNI',
  'BSI',
  'CIMB Niaga',
  'Permata',
  'Danamon',
  'OCBC',
  'Jago',
  'BTN',
  'Panin',
  'Maybank',
  'Mega',
]
const colours = ['#2563eb', '#16a34a', '#dc2626', '#d97706', '#7c3aed', '#0891b2', '#db2777', '#4b5563']

export function demoBanks(random: Random, clock: Clock, authors: readonly string[]) {
  return Array.from({ length: 28 }, (_, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 300, authors),
    bank_name: bankNames[at % bankNames.length],
    account_number: String(1_000_000_000 + random.upTo(2_000_000_000)),
    account_holder: at % 2 ? 'PT Lapangan Edukasi Trading' : 'PT Lapangan Investasi Nusantara',
    bank_branch: random.pick(cities),
    company_code: at < bankNames.length ? 'EMT' : 'ETF',
    is_active: random.chance(80),
  }))
}

export function demoTags(random: Random, clock: Clock, authors: readonly string[]) {
  return tagNames.map((name, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 300, authors),
    name,
    colour: colours[at % colours.length],
  }))
}

const replies: readonly [category: string, title: string, text: string][] = [
  ['greeting', 'Salam', 'Halo {customer_name}, saya {sales_name} dari Lapangan. Ada yang bisa saya bantu?'],
  ['greeting', 'Selamat pagi', 'Selamat pagi {customer_name}, terima kasih sudah menghubungi kami.'],
  ['greeting', 'Perkenalan', 'Perkenalkan, saya {sales_name}. Saya yang akan membantu Kakak memilih {product}.'],
  ['product', 'Tentang {product}', '{product} cocok untuk pemula maupun yang sudah rutin trading. Mau saya kirim ringkasannya?'],
  ['product', 'Jadwal kelas', 'Kelas {product} berikutnya dimulai Senin depan pukul 19.00 WIB.'],
  ['product', 'Beda paket', 'Paket EMT untuk trading jangka pendek, EMV untuk investasi jangka panjang.'],
  ['payment', 'Cara bayar', 'Pembayaran {product} bisa lewat transfer bank, lalu kirim bukti di sini.'],
  ['payment', 'Tagihan', 'Halo {customer_name}, tagihan {product} sudah kami kirim ke email Kakak.'],
  ['payment', 'Lunas', 'Terima kasih {customer_name}, pembayaran sudah kami terima.'],
  ['follow-up', 'Tindak lanjut', 'Halo {customer_name}, bagaimana setelah webinar kemarin? Ada yang ingin ditanyakan?'],
  ['follow-up', 'Pengingat', 'Halo {customer_name}, penawaran {product} berakhir hari ini.'],
  ['support', 'Reset sandi', 'Silakan pilih Lupa Password di aplikasi, lalu ikuti tautan di email.'],
  ['support', 'Kendala aplikasi', 'Mohon kirim tangkapan layar dan versi aplikasinya ya, {customer_name}.'],
  ['other', 'Terima kasih', 'Terima kasih {customer_name}, sampai jumpa di kelas berikutnya.'],
]

export function demoAutoTexts(random: Random, clock: Clock, authors: readonly string[]) {
  return ['', '2'].flatMap((variant, round) =>
    replies.map(([category, title, text], at) => ({
      id: round * replies.length + at + 1,
      ...recordColumns(random, clock, 200, authors),
      shortcut: `${title
        .toLowerCase()
        .replace(/[^a-z]+/g, '-')
        .replace(/^-|-$/g, '')}${variant}`,
      title: variant ? `${title} (singkat)` : title,
      text: variant ? (text.split(/(?<=[.?!]) /)[0] ?? text) : text,
      category,
      usage_count: random.upTo(400),
    })),
  )
}
