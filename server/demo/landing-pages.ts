/** Two published landing pages with campaigns, and a draft that nothing refers to. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { campaigns, landingPages } from '#server/db/tables/crm.ts'
import { popupPromotions } from '#server/db/tables/promotion.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { drawPictures } from './base/pictures.ts'
import type { Random } from './base/random.ts'
import { type Clock, insertRows, recordColumns } from './base/rows.ts'

const titles = ['Mulai investasi saham dari nol', 'Paket tahunan EMT', 'Kampus Goes Investing']

type Block = Readonly<Record<string, unknown>>

const formBlock: Block = {
  kind: 'form',
  title: 'Kami hubungi Anda',
  lead: 'Isi nama dan nomor WhatsApp. Tim kami menjawab pada jam kerja.',
  button: 'Hubungi saya',
}

/** Campaign of the last season, slug and blocks of each page; the draft is removed by an example of a call. */
const pages: readonly { campaign: number | null; slug: string; formFields: string[]; blocks: (picture: unknown) => Block[] }[] = [
  {
    campaign: 41,
    slug: 'mulai-investasi',
    formFields: ['city', 'notes'],
    blocks: (picture) => [
      {
        ...{ kind: 'hero', title: 'Mulai investasi saham dari nol', lead: 'Webinar, kelas dan komunitas dalam satu tempat.' },
        ...{ picture, alt: 'Grafik yang naik', button: 'Saya ingin mulai' },
      },
      {
        kind: 'text',
        title: 'Belajar dengan urut',
        body: '<p>Kami mulai dari <strong>dasar</strong>: membaca laporan, memilih emiten, dan mengatur risiko.</p><ul><li>Materi singkat</li><li>Tanya jawab langsung</li><li>Rekaman bisa diputar ulang</li></ul>',
      },
      { kind: 'events', title: 'Acara terdekat', events: [1, 2] },
      {
        kind: 'questions',
        title: 'Yang sering ditanyakan',
        questions: [
          { question: 'Apakah cocok untuk pemula?', answer: 'Ya. Tidak perlu pengalaman sebelumnya.' },
          { question: 'Berapa modal awalnya?', answer: 'Sesuai kemampuan. Saham dibeli per lot, mulai dari puluhan ribu rupiah.' },
        ],
      },
      formBlock,
    ],
  },
  {
    campaign: 43,
    slug: 'paket-tahunan',
    formFields: ['email'],
    blocks: (picture) => [
      { kind: 'hero', title: 'Paket tahunan EMT', lead: 'Akses setahun penuh, lebih hemat.', picture, alt: '', button: 'Tanya paket' },
      {
        kind: 'products',
        title: 'Pilih paket',
        products: [
          { category: 'membership', product_id: 1 },
          { category: 'membership', product_id: 4 },
        ],
      },
      formBlock,
    ],
  },
  {
    campaign: null,
    slug: 'kampus-goes-investing',
    formFields: [],
    blocks: (picture) => [{ kind: 'hero', title: 'Segera hadir', picture }],
  },
]

const nested = ['products', 'questions'] as const

export async function fillLandingPages(
  { files }: Platform,
  db: Db,
  clock: Clock,
  random: Random,
  authors: readonly string[],
): Promise<void> {
  const pictures = await drawPictures(files, db, titles, 1200, 675)
  const withRef = (row: Block) => ({ ref: random.ref(clock.today), ...row })
  const rows = pages.map(({ campaign, slug, formFields, blocks }, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 30, authors),
    ...{ title: titles[at], slug, campaign, status: campaign === null ? 'draft' : 'publish', language: 'id' },
    sections: blocks(pictures[at]).map((block) => ({
      ...withRef({ hidden: false, ...block }),
      ...Object.fromEntries(nested.flatMap((name) => (Array.isArray(block[name]) ? [[name, block[name].map(withRef)]] : []))),
    })),
    form_fields: formFields,
    pixel_id: null,
  }))
  await insertRows(db, landingPages, rows)
  for (const { id, campaign } of rows)
    if (campaign !== null) await db.update(campaigns).set({ landing_page: id }).where(eq(campaigns.id, campaign))
  await db.update(popupPromotions).set({ landing_custom_id: 2 }).where(eq(popupPromotions.id, 3))
}
