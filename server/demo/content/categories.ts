/** Categories of content: ordered, a few hidden. */
import { slugBase } from '#contract/lib/slug.ts'
import type { Random } from '../base/random.ts'
import { type Clock, recordColumns } from '../base/rows.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  analysis: [
    'Swing Trading',
    'Super Trader',
    'Investing',
    'Bedah Laporan Keuangan',
    'Teknikal Harian',
    'Aksi Korporasi',
    'Saham Lapis Dua',
    'Makro dan IHSG',
    'Saham Syariah',
    'IPO',
  ],
  education: [
    'Dasar Investasi',
    'Analisis Teknikal',
    'Analisis Fundamental',
    'Manajemen Risiko',
    'Psikologi Trading',
    'Membaca Laporan Keuangan',
    'Valuasi Saham',
    'Dividen',
    'Rekening Efek',
    'Kisah Member',
  ],
  faq: ['Akun dan Masuk', 'Pembayaran', 'Membership', 'Kelas dan Webinar', 'Rekomendasi Saham', 'Tanya Saham', 'Aplikasi', 'Cuti Member'],
}
const hidden: ReadonlySet<string> = new Set(['IPO', 'Kisah Member'])

export function demoCategories(random: Random, clock: Clock, authors: readonly string[]) {
  const all = Object.entries(names).flatMap(([model, list]) => list.map((name, at) => ({ model, name, sequence: at + 1 })))
  return all.map(({ model, name, sequence }, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 300, authors),
    name,
    slug: slugBase(name, 'category'),
    model,
    is_show: !hidden.has(name),
    sequence,
  }))
}
