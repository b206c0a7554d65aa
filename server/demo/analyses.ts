/** Analyses in all states, with charts and alerts, pending or fired. */
import { asc, eq, inArray } from 'drizzle-orm'
import { roundPrice } from '#contract/lib/price-tick.ts'
import type { Db } from '#server/db/database.ts'
import { categories } from '#server/db/tables/content.ts'
import { analyses, stockPrices, stocks } from '#server/db/tables/stock.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { drawPictures } from './base/pictures.ts'
import { randomFrom } from './base/random.ts'
import { type Clock, day, insertRows, recordColumns } from './base/rows.ts'

const seed = 20_261_123

const subjects: readonly [code: string, title: string, view: string][] = [
  ['BBCA', 'ruang naik menuju area tertinggi tahun ini', 'Kredit tumbuh dan margin terjaga; harga menguji batas atas saluran naik.'],
  ['BBRI', 'koreksi sehat di atas rata-rata 50 hari', 'Tekanan jual mereda di area support, volume mengering saat turun.'],
  ['TLKM', 'konsolidasi panjang mendekati akhir', 'Rentang makin sempit; arah ditentukan oleh penembusan batas atas.'],
  ['ASII', 'penjualan mobil menopang laba', 'Penjualan kuartal terakhir di atas perkiraan, valuasi masih murah.'],
  ['ADRO', 'harga batu bara menjadi penentu', 'Arus kas kuat, dividen menarik, tetapi harga acuan mulai melandai.'],
  ['ANTM', 'menunggu pembalikan arah nikel', 'Pola dasar ganda mulai terbentuk; konfirmasi di atas leher pola.'],
  ['UNVR', 'penurunan mulai jenuh', 'Indikator momentum membaik walau harga membuat dasar baru.'],
  ['MDKA', 'tren naik tetap utuh', 'Setiap koreksi disambut pembeli, volume naik saat harga naik.'],
  ['PTBA', 'dividen dan valuasi', 'Rasio harga terhadap laba di bawah rata-rata lima tahun.'],
  ['ICBP', 'biaya bahan baku mereda', 'Margin berpeluang pulih pada semester berikutnya.'],
  ['KLBF', 'bertahan di saluran naik', 'Penjualan obat resep pulih; batas bawah saluran terjaga.'],
  ['BMRI', 'laba tumbuh dua digit', 'Kualitas aset membaik dan biaya dana turun.'],
]

export async function fillAnalyses({ files }: Platform, db: Db, clock: Clock, authors: readonly string[]): Promise<void> {
  const random = randomFrom(seed)
  const codes = subjects.map(([code]) => code)
  const found = await db.select({ id: stocks.id, code: stocks.code }).from(stocks).where(inArray(stocks.code, codes))
  const ids = new Map(found.map(({ id, code }) => [code, id]))
  const prices = await db
    .select()
    .from(stockPrices)
    .where(
      inArray(
        stockPrices.stock_id,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(stockPrices.date))
  const kinds = await db.select({ id: categories.id }).from(categories).where(eq(categories.model, 'analysis')).orderBy(asc(categories.id))
  const charts = await drawPictures(
    files,
    db,
    subjects.map(([code]) => `${code} harian`),
    960,
    540,
  )
  const rows = Array.from({ length: subjects.length * 3 }, (_, at) => {
    const [code, title, view] = subjects[at % subjects.length] ?? ['BBCA', '', '']
    const stock_id = ids.get(code) ?? 0
    const own = prices.filter((row) => row.stock_id === stock_id)
    const last = own.at(-1)
    const turn = Math.floor(at / subjects.length)
    // Older ones refer to older prices, so that some alerts have fired.
    const written = own.at(turn === 0 ? -1 : turn === 1 ? -8 : -15) ?? last
    const close = written?.close ?? 1_000
    const alert = at % 3 === 2 ? null : roundPrice(close * (at % 2 ? 0.97 : 1.03))
    const up = alert !== null && alert > close
    const reached = own.find(
      (row) => alert !== null && row.volume > 0 && row.date > (written?.date ?? '') && (up ? row.high >= alert : row.low <= alert),
    )
    const status = at % 7 === 5 ? 'draft' : at % 11 === 9 ? 'archived' : 'publish'
    const columns = recordColumns(random, clock, 3 + turn * 20, authors)
    const published_at = status === 'draft' ? null : at === 3 ? clock.iso(clock.today + 2 * day) : columns.created_at
    const points = `<ul><li><p>Penutupan terakhir: ${close}</p></li><li><p>Support: ${roundPrice(close * 0.96)}</p></li><li><p>Resistance: ${roundPrice(close * 1.05)}</p></li></ul>`
    return {
      id: at + 1,
      ...columns,
      title: `${code}: ${title}${['', ' (pekan lalu)', ' (awal bulan)'][turn]}`,
      stock_id,
      category_id: kinds[at % Math.max(1, kinds.length)]?.id ?? null,
      body: `<p>${view}</p><h2>Level penting</h2>${points}<p>Disclaimer on: keputusan tetap di tangan Anda.</p>`,
      charts: charts[at % charts.length] ? [charts[at % charts.length]] : [],
      level: close,
      is_breakout: at % 5 === 1,
      alert_price: alert,
      alert_direction: alert === null ? null : up ? 'up' : 'down',
      alert_armed_on: alert === null ? null : (written?.date ?? null),
      alert_fired_on: reached?.date ?? null,
      alert_fired_at: reached ? `${reached.date}T16:20:00+07:00` : null,
      status,
      published_at,
      audience: [['emt'], ['emt', 'emv'], ['wst']][at % 3] ?? ['emt'],
      post_id: null,
    }
  })
  await insertRows(db, analyses, rows)
}
