/** Normalises words for the guard: Indonesian slang, short spellings and affixes map to one meaning each. */
import { visibleText } from './visible-text.ts'

/** Stems by meaning. A word has the first meaning that matches; others are unchanged. */
const stems = {
  /** Words that only look like forms of others. */
  other: 'terbatas pembatas penjamin penjaminan kebetulan pemasukan belanja',
  TAX: 'pajak pajek spt npwp pph djp coretax tax taxes taxed taxable fiskus ptkp efiling efilling bupot kpp',
  NOT: `tidak tak bukan tanpa ga gak gk g nggak ngga enggak engga nda ndak kagak kaga tdk tida tiada gada gaada bebas anti no not
    without zero never nol takkan`,
  NEVER: 'mustahil impossible takmungkin',
  YET: 'belum blm belom blom sebelum sblm before',
  SURE: 'pasti yakin mutlak niscaya absolut confirm confirmed konfirm sure surely definitely certain certainly fix fixed auto otomatis',
  ALWAYS: 'selalu always',
  WARRANT: 'jamin terjamin garansi guarantee guaranteed janji tanggung',
  STEADY: 'tetap konsisten rutin stabil pasif',
  PROFIT: 'untung profit cuan balikmodal bep gacor profitable menang gain return imbal',
  RISE: 'naik terbang melesat meroket multibagger ijo hijau ara moon meledak melonjak rise balik kembali pulih rebound mantul bangkit',
  LOSS: `rugi loss lose losing losses nyangkut sangkut turun boncos anjlok minus jeblok amblas ambles bangkrut hangus risiko resiko risk
    ambruk buntung arb rungkad zonk`,
  REPAY: 'ganti kompensasi refund tanggung',
  MONEY: `uang duit doku fulus dana modal tabung gaji thr bonus waris pensiun pesangon deposito saldo budget kas cash money savings
    salary rdn celeng simpanan uwang duid penghasilan income arisan jajan`,
  ASSET: 'motor mobil rumah tanah emas sawah kebun laptop perhiasan sertifikat apartemen ruko',
  DEBT: `pinjol kta gadai gade agun kasbon rentenir leverage loan loans borrow borrowed borrowing pinjam pinjem ngutang berutang berhutang
    ngehutang ngebon talangan ngredit dihutang kur bpkb`,
  CARD: 'kartukredit paylater pelater kredivo akulaku spaylater gopaylater',
  CREDIT: 'pinjaman pinjeman utang hutang kredit kpr cicilan angsuran debt margin marjin koperasi leasing',
  SETTLE: 'lunas',
  BUY: `beli buy masuk entry invest investasi taruh taro taru trading trade main serok haka koleksi akumulasi nyemplung alokasi allocate
    topup deposit borong nyaham muat tanam kelola putar puter purchase put tempat average tambah cicil bagi diversifikasi pindah`,
  EXIT: 'jual sell lepas cutloss cl hold tahan',
  STOCK: 'saham ipo stock stocks share shares reksadana kripto crypto porto portofolio portfolio efek',
  COMPANY: `emiten perusahaan perseroan korporasi bumn obligasi sukuk rasio der npl macet tumbuh salur neraca kuartal umkm sektor
    restrukturisasi tempo kualitas segmen ekuitas nasabah debitur industri anakusaha konsolidasi laporan q1 q2 q3 q4 semester ekspansi`,
  RESULT: 'laba pendapatan penjualan ebitda eps omzet omset dividen kinerja ekspor produksi',
  FLOW: `transaksi volume asing foreign beredar diperdagangkan freefloat kapitalisasi nilai frekuensi kepemilikan pemegang
    batas biaya fee komisi broker bursa ojk fraksi tick aturan syarat minimal minimum minim terkecil`,
  ADVISE: `sebaiknya baiknya enaknya idealnya mending mendingan bagusnya cocok harus perlu boleh bole blh aman cukup worth saran oke ok
    setuju seharusnya should layak pantas bijak ideal recommended hrs mesti can may okay bisa pas optimal proporsional bagus baik
    better gapapa wajar nekat salah gila strategi kebanyakan kebesaran kekecilan terlalu kurang maksimal`,
  HOWMANY: 'berapa brp brapa brpa seberapa sebanyak berape much many',
  LOT: 'lot lembar banyak',
  PART: 'persen porsi bagian proporsi percent komposisi',
  WHOLE: 'semua seluruh separuh separo setengah sebagian',
  SELF: 'saya sy sya aku ak gue gw gua gwe ane my me mine i saia pribadi sendiri',
  HAVE: 'punya pny pegang ada have got nganggur sisa siap',
  PEER: `teman temen tmn kenalan saudara sodara sepupu om tante paman ipar tetangga kerabat sahabat friend mertua kakakku abangku pakde
    bude pacar adik istri suami ortu bapak ibu ayah`,
  INSIDER: 'direksi direktur komisaris manajemen auditor sekper notaris dirut sekretaris management director petinggi pejabat',
  INNER: 'internal insider',
  WORK: 'pegawai karyawan kerja staf akuntan magang',
  BROKER: 'bandar',
  LEAK: 'bocor bocoran leak leaked',
  SECRET: 'rahasia a1 confidential undisclosed nonpublik terselubung privat private eksklusif',
  RELEASE: 'umum rilis publikasi publish terbit release released resmi announce announced publik keluar',
  MEDIA: 'media koran konferensi expose paparan',
  SAY: 'bilang kata cerita ngomong dengar denger said says told suruh',
  NEWS: 'info informasi kabar berita sumber angka isu data rencana whatsapp dokumen',
  KNOW: 'tahu tau know dapat dapet dpt pakai pake use minta kasih kasi',
  RUMOUR: 'rumor rumour gosip desas kabarnya katanya',
  TAKEOVER: 'akuisisi caplok merger delisting backdoor buyout takeover',
  MANIP: 'goreng pompom',
  HAPPENED: 'masih sudah udah sdh udh dah',
  SPILL: 'spill bisik',
  WHY: 'kenapa mengapa knp knapa napa why',
  DEFINE: 'apaitu arti maksud pengertian definisi beda jelas contoh istilah meaning difference ciri',
  PURPOSE: 'biar supaya agar hindar cegah cara tips',
  FOR: 'buat untuk demi utk bwt for to dulu terus trus',
  EARLY: 'duluan early earlier',
  PAY: 'bayar',
  MOVE: 'tarik withdraw cair transfer kirim sampai login password',
  SERVICE: 'membership keanggotaan member langganan paket emt emv wst kelas webinar akun aplikasi',
  REACH: 'tembus capai kena akurat tepat sukses berhasil',
  TECHNICAL: 'rsi macd cross support resistance candle candlestick indikator pola pattern stochastic',
  EFFECT: 'dampak pengaruh efek imbas effect impact',
} as const satisfies Readonly<Record<string, string>>

const meanings = new Map<string, string>()
for (const [meaning, words] of Object.entries(stems))
  for (const stem of words.split(/\s+/)) if (!meanings.has(stem)) meanings.set(stem, meaning)

/** Multi-word expressions with one meaning, matched in normalised text. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:rp\.? ?)?(?<!\d[.,]*)\d[\d.,]* ?(?:rb|ribu|ribuan|k|jt|juta|jutaan|jeti|mlr|miliar|milyar|perak|rupiah)\b|\brp\.? ?\d[\d.,]*/g,
    ' AMOUNT ',
  ],
  [
    /\b(?:(?:satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh|sebelas|belas|puluh|ratus|seratus|beberapa|setengah) ?){1,6}(?:ribu|juta|miliar|milyar)\b|\b(?:seribu|sejuta|semiliar|jutaan|ratusan ribu|puluhan juta)\b/g,
    ' AMOUNT ',
  ],
  [/\b1000? ?(?:%|persen)|\b(?:seratus|100) (?:persen|percent)\b/g, ' FULL '],
  [/%/g, ' persen '],
  [/\bbukti potong\b|\bsurat cinta\b|\blapor(?:kan|in)? (?:harta|ke kpp)\b/g, ' TAX '],
  [/\b(?:lebih|lbh) (?:dulu|dahulu|awal)\b/g, ' duluan '],
  [/\ball[ -]?in\b|\b(?:pakai|pake|sikat|pasang|masuk(?:in|kan)?) (?:semua(?:nya)?|full)\b/g, ' ALLIN '],
  [/\bapa itu\b|\b(?:itu|tuh) apa(?:an)?\b|\bapa (?:yang|yg) dimaksud\b|^ apa sih\b|\bwhat is\b/g, ' apaitu '],
  [/\borang[ -](?:dalam|dalem|dlm)\b/g, ' LEAK '],
  [
    /\b(?:info|informasi|kabar|berita|data|isu|dapat|dapet)(?:nya)? (?:dari )?(?:dalam|dalem|dlm|org dalam)\b|\bdari (?:dalam|dalem|dlm)\b/g,
    ' LEAK ',
  ],
  [/\b(?:pasti|auto) kaya\b|\b(?:harus|mesti|musti|wajib) (?:untung|profit|cuan)\b/g, ' pasti untung '],
  [/\b(?:jadi|cepat|cepet) kaya\b|\bkaya raya\b/g, ' untung '],
  [/\bbayar(?:nya)? (?:nanti|belakangan)\b/g, ' pinjam '],
  [/\bkartu kredit\b|\bcredit card\b|\bcc\b/g, ' kartukredit '],
  [/\b(?:tidak|ga|gak|nggak|ngga|tak|enggak|engga|gk|tdk|kagak) (?:akan |bakal )?mungkin\b/g, ' NEVER '],
  [/\b(?:tidak|ga|gak|nggak|ngga|tak|enggak|engga|gk|tdk) (?:akan |pernah |mungkin |bakal )+(?:salah|meleset|gagal)\b/g, ' NEVER rugi '],
  [/\bbalik modal\b|\b(?:uang|duit|dana) (?:bisa )?(?:kembali|balik)\b|\bmoney back\b/g, ' balikmodal '],
  [/\bcut ?loss\b|\bstop ?loss\b/g, ' cutloss '],
  [/\baverage (?:down|up)\b|\baveraging(?: down| up)?\b|\bavg ?(?:down|up)?\b/g, ' average '],
  [
    /\brisk ?reward\b|\bauto(?:matic)? ?(?:rejection|reject|order|debit|debet|trading|trade|ordering)\b|\bfix(?:ed)? (?:income|rate)\b|\bmanajemen (?:risiko|resiko|modal|keuangan|dana|uang)\b/g,
    ' ',
  ],
  [/\btop ?up\b/g, ' topup '],
  [/\bfree ?float\b/g, ' freefloat '],
  [/\bjatuh tempo\b/g, ' tempo '],
  [
    /\bpasar modal\b|\bmodal (?:kerja|inti|disetor|ventura|asing)\b|\b(?:belanja|struktur|barang) modal\b|\bdana (?:asing|kelolaan|nasabah|pihak ketiga|ipo)\b|\buang beredar\b|\b(?:pasar|arus|penanaman) (?:uang|kas|modal)\b/g,
    ' ',
  ],
  [/\bmasuk (?:akal|daftar|watchlist|indeks|lq45|papan|kategori|rekening)\b/g, ' '],
]

const prefixes = [
  '',
  'di',
  'ke',
  'se',
  'ter',
  'ber',
  'be',
  'mem',
  'men',
  'meng',
  'me',
  'memper',
  'diper',
  'per',
  'pem',
  'pen',
  'peng',
  'pe',
  'nge',
  'ng',
]
/** Nasals that replace a stem's first letter: 'minjem' of 'pinjem', 'nabung' of 'tabung', 'menyangkut' of 'sangkut'. */
const nasals: readonly (readonly [nasal: string, letter: string])[] = [
  ['meny', 's'],
  ['peny', 's'],
  ['mem', 'p'],
  ['pem', 'p'],
  ['men', 't'],
  ['pen', 't'],
  ['meng', 'k'],
  ['peng', 'k'],
  ['ny', 's'],
  ['ny', 'c'],
  ['meny', 'c'],
  ['m', 'p'],
  ['n', 't'],
  ['ng', 'k'],
]
const endings = ['nya', 'lah', 'kah', 'pun', 'ku', 'mu', 'in', 'kan', 'an', 'i']
/** Minimum letters of a stem, alone and after a prefix: shorter ones would match every word. */
const [minStem, minBehind] = [3, 4]

function* formsWithin(word: string): Generator<string> {
  for (const prefix of prefixes) if (word.startsWith(prefix)) yield word.slice(prefix.length)
  for (const [nasal, letter] of nasals) if (word.startsWith(nasal)) yield letter + word.slice(nasal.length)
}

/** Hasty spellings omit vowels: 'grnsi' for 'garansi', 'psti' for 'pasti'. */
const bones = (word: string) => word.charAt(0) + word.slice(1).replace(/[aeiou]/g, '')
const boned = new Map(
  [...meanings].filter(([stem]) => stem.length >= 5 && bones(stem).length >= 3).map(([stem, meaning]) => [bones(stem), { stem, meaning }]),
)

function isWithin(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length
}

function meaningOf(word: string): string {
  const whole = meanings.get(word)
  if (whole) return whole
  // Up to three suffixes: 'dibeliinnya'.
  let rests = [word]
  for (let strips = 0; strips <= 3; strips += 1) {
    for (const form of rests.flatMap((rest) => [...formsWithin(rest)])) {
      const meaning = form.length >= (rests.includes(form) ? minStem : minBehind) ? meanings.get(form) : undefined
      if (meaning) return meaning
    }
    rests = rests.flatMap((rest) => endings.flatMap((ending) => (rest.endsWith(ending) ? [rest.slice(0, -ending.length)] : [])))
  }
  const clipped = boned.get(bones(word))
  return clipped && word.length < clipped.stem.length && isWithin(word, clipped.stem) ? clipped.meaning : word
}

/** Maximum words; more are no question. */
const maxWords = 600

/** Returns meanings and other words, separated by spaces, with ' | ' between sentences. */
export function meaningsOf(question: string): string {
  let text = ` ${visibleText(question)
    .toLowerCase()
    .slice(0, 10_000)
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/(?<=\p{L}{3})2(?!\p{N})/gu, '')
    .replace(/\s+/g, ' ')} `
  for (const [pattern, meaning] of phrases) text = text.replace(pattern, meaning)
  const words = text.match(/[\p{L}\p{N}]+|[.?!\n]/gu) ?? []
  return words
    .slice(0, maxWords)
    .map((word) => (/^[.?!\n]$/.test(word) ? '|' : word === word.toUpperCase() && /\p{Lu}/u.test(word) ? word : meaningOf(word)))
    .join(' ')
}
