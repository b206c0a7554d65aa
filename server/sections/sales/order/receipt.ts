/** Receipt of a paid order as PDF, one page of A5, in Indonesian. */
import PDFDocument from 'pdfkit'
import { normaliseText } from '#contract/lib/normalise-text.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import { wibText } from '#contract/lib/wib.ts'
import type { OrderItem } from './items.ts'

export interface Receipt {
  company: { name: string; address: string }
  number: string
  customer: string
  phone: string
  paid_at: string
  method: string
  items: readonly OrderItem[]
  subtotal: number
  discount: number
  total: number
  /** What went back of it. */
  refunded: number
}

const methods: Readonly<Record<string, string>> = { transfer: 'Transfer bank', cash: 'Tunai', qris: 'QRIS', card: 'Kartu' }
/** Characters of standard PDF fonts; others become '?'. */
const written = (text: string) => normaliseText(text, 'NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?')
const grey = '#5b6472'
const margin = 36

export async function receiptOf(receipt: Receipt): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A5', margin, info: { Title: `Kuitansi ${receipt.number}`, Author: receipt.company.name } })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  const width = pdf.page.width - 2 * margin
  const right = (text: string) => pdf.text(text, margin, pdf.y, { width, align: 'right' })
  /** A name with an amount; long names wrap. */
  const row = (name: string, amount: string) => {
    const top = pdf.y
    pdf.text(amount, margin, top, { width, align: 'right' })
    pdf.text(written(name), margin, top, { width: width - 110 })
    pdf.moveDown(0.3)
  }
  const line = () => {
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(margin + width, pdf.y)
      .lineWidth(0.5)
      .strokeColor('#c9ced6')
      .stroke()
    pdf.moveDown(0.6)
  }

  pdf.font('Helvetica-Bold').fontSize(15).text(written(receipt.company.name), margin, margin)
  if (receipt.company.address) pdf.font('Helvetica').fontSize(8).fillColor(grey).text(written(receipt.company.address), { width })
  pdf.moveDown(0.8)
  pdf.font('Helvetica-Bold').fontSize(12).fillColor('black').text('KUITANSI')
  pdf.font('Helvetica').fontSize(9)
  for (const [name, value] of [
    ['Nomor', receipt.number],
    ['Diterima dari', `${receipt.customer} (+${receipt.phone})`],
    ['Dibayar', `${wibText(new Date(receipt.paid_at)).slice(0, 16).replace('T', ' ')} WIB`],
    ['Metode', methods[receipt.method] ?? receipt.method],
  ] as const)
    row(name, written(value))
  line()
  for (const { name, qty, price } of receipt.items)
    row(qty === 1 ? name : `${name} (${qty} x ${formatRupiah(price)})`, formatRupiah(price * qty))
  line()
  row('Subtotal', formatRupiah(receipt.subtotal))
  if (receipt.discount) row('Diskon', `-${formatRupiah(receipt.discount)}`)
  pdf.font('Helvetica-Bold').fontSize(11)
  row('Total', formatRupiah(receipt.total))
  if (receipt.refunded) {
    row('Dikembalikan', `-${formatRupiah(receipt.refunded)}`)
    row('Setelah pengembalian', formatRupiah(receipt.total - receipt.refunded))
  }
  pdf.moveDown(1).font('Helvetica').fontSize(8).fillColor(grey)
  right('Terima kasih atas kepercayaan Anda.')
  pdf.end()
  await ended
  return Buffer.concat(parts)
}
