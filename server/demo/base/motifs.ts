/** Drawings in white on a box of 100 x 100: what a generated picture is about. `at` varies those that are charts. */

const round = (value: number) => Math.round(value * 10) / 10
/** A value from 0 to below 1 that depends on two numbers alone. */
const vary = (at: number, place: number) => ((place * 37 + at * 53) % 100) / 100

const stroke = (path: string, width = 5) =>
  `<path d="${path}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

function bars(at: number): string {
  return Array.from({ length: 6 }, (_, bar) => {
    const tall = round(20 + bar * 8 + vary(at, bar) * 24)
    return `<rect x="${6 + bar * 15}" y="${92 - tall}" width="10" height="${tall}" rx="2" opacity="${round(0.4 + bar * 0.1)}"/>`
  }).join('')
}

function candles(at: number): string {
  let last = 72
  return Array.from({ length: 6 }, (_, place) => {
    const rises = vary(at, place) > 0.3
    const next = Math.min(84, Math.max(20, last + (rises ? -8 - vary(at + 1, place) * 14 : 7 + vary(at, place) * 9)))
    const [top, tall] = [Math.min(last, next), Math.max(5, Math.abs(next - last))]
    last = next
    const x = 8 + place * 15
    const look = rises ? 'opacity="0.95"' : 'opacity="0.45"'
    return `<g ${look}><rect x="${x}" y="${round(top)}" width="10" height="${round(tall)}" rx="2"/><rect x="${x + 4}" y="${round(top - 8)}" width="2" height="${round(tall + 16)}"/></g>`
  }).join('')
}

function line(at: number): string {
  const points = Array.from({ length: 8 }, (_, place) => [6 + place * 12.5, round(78 - place * 7 + (vary(at, place) - 0.5) * 26)] as const)
  const path = points.map((point) => point.join(' ')).join(' L')
  const [endX = 0, endY = 0] = points.at(-1) ?? []
  return `<path d="M${path} L${endX} 94 L6 94z" opacity="0.25"/>${stroke(`M${path}`)}<circle cx="${endX}" cy="${endY}" r="6"/>`
}

function donut(at: number): string {
  const first = round(90 + vary(at, 1) * 60)
  const arc = (length: number, from: number, opacity: number) =>
    `<circle cx="50" cy="50" r="34" fill="none" stroke="#fff" stroke-width="20" opacity="${opacity}" stroke-dasharray="${length} 300" stroke-dashoffset="${-from}"/>`
  return arc(first, 0, 0.95) + arc(round(196 - first), first + 2, 0.6) + arc(213.6 - 200, 200, 0.35)
}

function orderBook(at: number): string {
  return Array.from({ length: 5 }, (_, row) => {
    const [bid, offer] = [round(14 + vary(at, row) * 30), round(14 + vary(at + 3, row) * 30)]
    const y = 12 + row * 17
    return `<rect x="${48 - bid}" y="${y}" width="${bid}" height="11" rx="2" opacity="0.9"/><rect x="52" y="${y}" width="${offer}" height="11" rx="2" opacity="0.45"/>`
  }).join('')
}

const coin = (x: number, y: number, opacity: number) => `<rect x="${x}" y="${y}" width="26" height="9" rx="4.5" opacity="${opacity}"/>`
const coins = [
  ...[0, 1].map((n) => coin(6, 82 - n * 11, 0.5)),
  ...[0, 1, 2, 3].map((n) => coin(37, 82 - n * 11, 0.7)),
  ...[0, 1, 2, 3, 4, 5].map((n) => coin(68, 82 - n * 11, 0.95)),
].join('')

const shield = `<path d="M50 6 86 18v28c0 24-15 40-36 50C29 86 14 70 14 46V18z" opacity="0.3"/>${stroke('M50 6 86 18v28c0 24-15 40-36 50C29 86 14 70 14 46V18z')}${stroke('M33 50 46 63 69 37', 7)}`
const bell = `<path d="M50 12c-18 0-27 13-27 29 0 22-9 27-11 35h76c-2-8-11-13-11-35 0-16-9-29-27-29z" opacity="0.9"/><path d="M38 82a12 12 0 0 0 24 0z"/><circle cx="50" cy="10" r="5"/>`
const days = Array.from({ length: 12 }, (_, n) => {
  const [x, y] = [20 + (n % 4) * 17, 46 + Math.floor(n / 4) * 16]
  return `<rect x="${x}" y="${y}" width="9" height="9" rx="2" opacity="${n === 6 ? 1 : 0.45}"/>`
})
const calendar = `${stroke('M12 20h76v68H12z')}<rect x="12" y="20" width="76" height="16" opacity="0.8"/>${stroke('M32 10v14M68 10v14')}${days.join('')}`
const book = `<path d="M50 26C38 16 22 15 8 19v62c14-4 30-3 42 7z" opacity="0.9"/><path d="M50 26c12-10 28-11 42-7v62c-14-4-30-3-42 7z" opacity="0.55"/>`
const magnifier = `${stroke('M63 63 90 90', 10)}<circle cx="42" cy="42" r="32" fill="none" stroke="#fff" stroke-width="7"/><g opacity="0.85"><rect x="27" y="42" width="8" height="16" rx="2"/><rect x="39" y="34" width="8" height="24" rx="2"/><rect x="51" y="26" width="8" height="32" rx="2"/></g>`
const balance = `${stroke('M50 12v72M30 88h40M16 26h68')}${stroke('M16 26 4 58h24zM84 26 72 58h24z', 3)}<path d="M4 58a12 12 0 0 0 24 0zM72 58a12 12 0 0 0 24 0z" opacity="0.9"/>`
const person = (x: number, y: number, size: number, opacity: number) =>
  `<g opacity="${opacity}"><circle cx="${x}" cy="${y}" r="${size}"/><path d="M${x - size * 1.9} ${y + size * 4}c0-${size * 3.6} ${size * 3.8}-${size * 3.6} ${size * 3.8} 0z"/></g>`
const people = person(22, 40, 10, 0.5) + person(78, 40, 10, 0.5) + person(50, 30, 14, 0.95)
const microphone = `<rect x="36" y="8" width="28" height="48" rx="14" opacity="0.95"/>${stroke('M22 44a28 28 0 0 0 56 0M50 72v18M34 92h32')}`
const bank = `<path d="M50 8 92 32H8z"/><g opacity="0.7"><rect x="16" y="40" width="11" height="36"/><rect x="36" y="40" width="11" height="36"/><rect x="54" y="40" width="11" height="36"/><rect x="73" y="40" width="11" height="36"/></g><rect x="8" y="82" width="84" height="10" rx="2"/>`
const globe = `<circle cx="50" cy="50" r="40" opacity="0.25"/><g fill="none" stroke="#fff" stroke-width="4"><circle cx="50" cy="50" r="40"/><ellipse cx="50" cy="50" rx="17" ry="40"/><path d="M10 50h80M16 30h68M16 70h68"/></g>`
const tag = `<path d="M10 12h36l44 44a7 7 0 0 1 0 10L66 90a7 7 0 0 1-10 0L10 46z" opacity="0.9"/><circle cx="28" cy="30" r="7" fill="#000" opacity="0.35"/>`
const phone = `<rect x="26" y="4" width="48" height="92" rx="9" opacity="0.35"/><rect x="26" y="4" width="48" height="92" rx="9" fill="none" stroke="#fff" stroke-width="5"/>${stroke('M35 66 46 52 54 58 66 38')}<rect x="42" y="84" width="16" height="4" rx="2"/>`
const gift = `<rect x="12" y="44" width="76" height="48" rx="4" opacity="0.55"/><rect x="8" y="30" width="84" height="18" rx="4" opacity="0.9"/><rect x="43" y="30" width="14" height="62"/>${stroke('M50 28C30 28 26 8 38 8s12 20 12 20 0-20 12-20 8 20-12 20z')}`

const drawings: Readonly<Record<string, (at: number) => string>> = {
  ...{ bars, candles, line, donut, orderBook },
  coins: () => coins,
  shield: () => shield,
  bell: () => bell,
  calendar: () => calendar,
  book: () => book,
  magnifier: () => magnifier,
  balance: () => balance,
  people: () => people,
  microphone: () => microphone,
  bank: () => bank,
  globe: () => globe,
  tag: () => tag,
  phone: () => phone,
  gift: () => gift,
}

/** What titles are about; the first that fits counts. */
const subjects: readonly (readonly [words: RegExp, motif: string])[] = [
  [/gathering|member|komunitas|teman|kampus|selamat datang/i, 'people'],
  [/orderbook|antrean|\b(bid|offer|lot|ara|arb)\b|fraksi|likuiditas|bandar/i, 'orderBook'],
  [/hadiah|kaos|merchandise|tumbler|topi|tas\b|buku catatan|mug|jaket/i, 'gift'],
  [/promo|paket|diskon|hemat|upgrade|right/i, 'tag'],
  [/jadwal|kalender|\bdate\b|libur|bulan|tahunan|pekan/i, 'calendar'],
  [/dividen|capital gain|\beps\b|transfer|bukti|modal|pajak|biaya|arus kas/i, 'coins'],
  [/risiko|stop loss|cut loss|money management|margin of safety|penipuan|darurat/i, 'shield'],
  [/portofolio|diversifikasi|porsi|stock split|reksa|rasio/i, 'donut'],
  [/valuasi|\b(per|pbv|der|roe)\b|harga wajar|psikologi|murah/i, 'balance'],
  [/perbankan|bank\b|suku bunga|kredit|blue chip|emiten|obligasi/i, 'bank'],
  [/\bipo\b|hampir berakhir|perpanjang|pengingat/i, 'bell'],
  [/makro|komoditas|rupiah|asing|syariah|batu bara|nikel|dunia|global/i, 'globe'],
  [/live|tanya jawab|webinar|ngobrol|diskusi/i, 'microphone'],
  [/candle|swing|breakout|gap|double bottom|scalping|teknikal/i, 'candles'],
  [/aplikasi|notifikasi|rekening|daring/i, 'phone'],
  [/bedah|analisis|prospektus|screening|menyaring|mengecek|watchlist|fundamental/i, 'magnifier'],
  [/belajar|kelas|membaca|dasar|laporan|panduan|istilah|nol/i, 'book'],
  [/tren|moving|ma20|ihsg|bullish|bearish|siklus|resistance|support|rsi|kinerja|pertumbuhan/i, 'line'],
]

/** Draws what a title is about, in the middle of a box that begins at (x, y). */
export function drawMotif(words: string, at: number, { x, y, size }: { x: number; y: number; size: number }): string {
  const names = Object.keys(drawings)
  const name = subjects.find(([pattern]) => pattern.test(words))?.[1] ?? names[at % names.length] ?? 'bars'
  const scale = size / 130
  return `<circle cx="${round(x + size / 2)}" cy="${round(y + size / 2)}" r="${round(size / 2)}" opacity="0.12"/>
    <g transform="translate(${round(x + size / 2 - 50 * scale * 0.78)} ${round(y + size / 2 - 50 * scale * 0.78)}) scale(${scale * 0.78})">${drawings[name]?.(at) ?? ''}</g>`
}
