/** Columns of a file, guessed from headers in the console's languages and in the exports of other products. */
import { normaliseText } from '../lib/normalise-text.ts'

export const importTargets = [
  'name',
  'phone',
  'email',
  'city',
  'status',
  'campaign_id',
  'source',
  'sales',
  'tags',
  'notes',
  'last_follow_up',
  'next_follow_up',
] as const
export type ImportTarget = (typeof importTargets)[number]

/** Parts of a name in columns of their own, in the order in which they are joined. */
export const nameParts = ['name_prefix', 'first_name', 'middle_name', 'last_name', 'name_suffix'] as const
export type NamePart = (typeof nameParts)[number]

/** What a column can hold. */
export const columnTargets = [...importTargets, ...nameParts] as const
export type ColumnTarget = ImportTarget | NamePart

/** Of several columns the first with a usable value counts. */
const repeatable: readonly string[] = ['phone', 'email']

/** Target of each column in order; null for a skipped column. */
export type Mapping = readonly (ColumnTarget | null)[]

export function isImportTarget(value: unknown): value is ImportTarget {
  return importTargets.some((target) => target === value)
}

export function isNamePart(value: unknown): value is NamePart {
  return nameParts.some((part) => part === value)
}

export const isColumnTarget = (value: unknown): value is ColumnTarget => isImportTarget(value) || isNamePart(value)

const spellings = (text: string): readonly string[] => text.split(' ').map(headerKey)

/** Headers without spaces; the first one is used by exports. */
const names: Readonly<Record<ColumnTarget, readonly string[]>> = {
  name: spellings(
    'name nama namalengkap fullname namapelanggan namacustomer namaklien namaprospek namakontak namapenerima namapeserta namamember contactname displayname customername clientname leadname customer pelanggan lead kontak contact ad adı adsoyad isim müşteri الاسم الاسمالكامل',
  ),
  phone: spellings(
    'phone nohp nomorhp hp handphone nohandphone nomorhandphone telepon notelepon nomortelepon telp notelp nomortelp tlp notlp wa nowa nomorwa whatsapp nowhatsapp nomorwhatsapp phonenumber mobile mobilephone mobilenumber ponsel noponsel nomorponsel telephone tel msisdn telefon telefonnumarası cep الهاتف رقمالهاتف الجوال',
  ),
  email: spellings('email surel emailaddress alamatemail alamatsurel mail eposta البريدالإلكتروني البريد'),
  city: spellings('city kota kotakabupaten kotakab kabupaten domisili kotadomisili town lokasi daerah şehir المدينة'),
  status: spellings('status leadstatus statuslead statusprospek tahap stage durum الحالة'),
  campaign_id: spellings('campaign kampanye campaignname namacampaign namakampanye iklan namaiklan program kampanya الحملة'),
  source: spellings('source sumber leadsource sumberlead sumberdata asal asaldata kanal channel kaynak المصدر'),
  sales: spellings(
    'sales salesperson namasales salesname emailsales pic assignedto assignee assigneduser assignedusername owner ownername contactowner leadowner tenagapenjual marketing penanggungjawab pemilik responsible responsibleuser agen agent satış المبيعات',
  ),
  tags: spellings('tags tag label labels penanda kategori minat groupmembership etiketler etiket الوسوم'),
  notes: spellings(
    'notes note catatan keterangan ket comment comments komentar remark remarks deskripsi description pesan message notlar الملاحظات',
  ),
  last_follow_up: spellings(
    'lastfollowup followupterakhir kontakterakhir terakhirdihubungi lastcontact lastcontacted tanggalfollowup tglfollowup tindaklanjutterakhir sontakip آخرمتابعة',
  ),
  next_follow_up: spellings(
    'nextfollowup followupberikutnya followupselanjutnya jadwalfollowup rencanafollowup nextcontact followup duedate tindaklanjutberikutnya sonrakitakip المتابعةالقادمة',
  ),
  name_prefix: spellings('nameprefix prefix salutation sapaan gelardepan unvan اللقب'),
  first_name: spellings('firstname givenname namadepan namapertama forename önad الاسمالأول'),
  middle_name: spellings('middlename additionalname namatengah secondname ikinciad الاسمالأوسط'),
  last_name: spellings('lastname familyname surname namabelakang namakeluarga marga soyad soyadı اسمالعائلة'),
  name_suffix: spellings('namesuffix suffix gelarbelakang gelar sonek اللاحقة'),
}

/** Returns a header without accents, capitals, spaces and signs. */
export function headerKey(header: string): string {
  return normaliseText(header.slice(0, 200), 'NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the key of a remembered mapping: equal columns in equal order. */
export function headerSetKey(header: readonly string[]): string {
  return header.map(headerKey).join('|')
}

/** Words of a header: 'Phone 1 - Label' and 'phoneNumber' have two or three; numbers, and 'value', say nothing. */
function wordsOf(header: string): string[] {
  const spaced = header
    .slice(0, 200)
    .replace(/e-mail/gi, 'email')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
  const words = (spaced.match(/[\p{L}\p{M}']+/gu) ?? []).map(headerKey)
  return words.filter((word) => word !== '' && word !== 'value' && word !== 'nilai')
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(headerKey))
const hasAny = (words: readonly string[], ...sets: readonly ReadonlySet<string>[]) =>
  words.some((word) => sets.some((set) => set.has(word)))

/** What exports put before a column of the record itself: 'Person - Name', 'Lead Status'. They are no names where more follows. */
const subjects = wordSet('person contact kontak lead customer pelanggan prospek primary')
const owners = wordSet('owner pemilik assigned assignee responsible salesperson salesman pic handler agent agen')
/** Words of columns that describe a value and hold none: 'Phone 1 - Label', 'E-mail Opt Out'. */
const about = wordSet(
  'label labels type tipe jenis kind kategori category id uid uuid ref guid code kode count jumlah total amount team tim group role title jabatan phonetic yomi nickname panggilan date tanggal tgl time waktu created updated modified valid verified verification opt optout consent bounce bounced sent opened clicked last extension ext country negara region display domain via subject template description deskripsi reason alasan changed channel kanal order stage price harga number nomor lahir birth darurat emergency studi pernikahan menikah nikah kawin marital pembayaran payment',
)
/** Somebody else beside the person of the row. */
const relatives = wordSet(
  'assistant assistants asisten sekretaris secretary manager managers manajer atasan supervisor spouse pasangan suami istri husband wife ayah kandung orangtua ortu tua parent parents wali guardian referral referrer referred perujuk',
)
/** What else has a name or an address. */
const others = wordSet(
  'company organization organisation perusahaan instansi business account bank produk product event kelas user file ad adset form campaign fax faks faksimile',
)
const phones = wordSet('phone phones telepon telp hp handphone mobile wa whatsapp ponsel cell cellphone tel telephone cep telefon')
const emails = wordSet('email emails surel mail eposta')
const cities = wordSet('city kota domisili town şehir')

const exactTarget = (header: string) => columnTargets.find((target) => names[target].includes(headerKey(header))) ?? null

/** Guesses a header by its words, wherever they stand. */
function targetOfWords(header: string): ColumnTarget | null {
  const words = wordsOf(header)
  const own = words.length > 1 && subjects.has(words[0] ?? '') ? words.slice(1) : words
  if (hasAny(own, relatives)) return null
  if (hasAny(own, owners)) return hasAny(own, about) ? null : 'sales'
  const exact = exactTarget(own.join(''))
  if (exact) return exact
  const described = new Set([...about].filter((word) => word !== 'number' && word !== 'nomor'))
  if (hasAny(own, described, wordSet('fax faks faksimile tty tdd telex pager ad adset form campaign'))) return null
  if (hasAny(own, phones)) return 'phone'
  if (hasAny(own, emails)) return 'email'
  return hasAny(own, cities) ? 'city' : null
}

/** 'Nama Lengkap (KTP)': the longest known name that starts the header, unless the rest makes it something else. */
function targetOfStart(header: string): ColumnTarget | null {
  const key = headerKey(header)
  const words = wordsOf(header)
  const starts = new Set(words.map((_, at) => words.slice(0, at + 1).join('')))
  const [longest] = columnTargets
    .flatMap((target) => names[target].map((name) => ({ target, name })))
    .filter(({ name }) => name.length >= 4 && key.startsWith(name) && (starts.has(name) || name.length >= 6) && !subjects.has(name))
    .sort((a, b) => b.name.length - a.name.length)
  if (!longest || about.has(key.slice(longest.name.length))) return null
  return hasAny(words.slice(1), about, owners, others, relatives) ? null : longest.target
}

/** Ids of campaigns, where no column has their names. */
const targetOfIds = (header: string): ColumnTarget | null => (headerKey(header) === 'campaignid' ? 'campaign_id' : null)

/** Surest first. */
const guesses = [exactTarget, targetOfWords, targetOfStart, targetOfIds] as const

/** Returns what a column with this header holds by itself, if that is known. */
export function targetOf(header: string): ColumnTarget | null {
  for (const guess of guesses) {
    const target = guess(header)
    if (target) return target
  }
  return null
}

/** Guesses a mapping: known headers first, then likely ones; each target once, leftmost column first, phones and emails several times. */
export function guessMapping(header: readonly string[]): Mapping {
  const mapping = header.map((): ColumnTarget | null => null)
  const mayHold = (target: ColumnTarget) => repeatable.includes(target) || !mapping.includes(target)
  for (const guess of guesses)
    for (const [at, text] of header.entries()) {
      const target = mapping[at] === null ? guess(text) : null
      const isLikelyName = target === 'name' && guess !== exactTarget
      if (target && mayHold(target) && !(isLikelyName && mapping.some(isNamePart))) mapping[at] = target
    }
  // 'Lead name' beside first and last name is a title: 'Lead #17'.
  const title = mapping.includes('first_name') && mapping.includes('last_name') ? mapping.indexOf('name') : -1
  if (/^lead(?:name)?$/.test(headerKey(header[title] ?? ''))) mapping[title] = null
  // 'Nama' beside 'Nama belakang' is the first one.
  const isFirst = mapping.includes('last_name') && !mapping.includes('first_name')
  return isFirst ? mapping.map((target) => (target === 'name' ? 'first_name' : target)) : mapping
}

export type MappingProblem = { code: 'missing'; target: ImportTarget } | { code: 'twice'; target: ColumnTarget } | { code: 'source_alone' }

/** Returns why rows cannot be read with this mapping, if so. */
export function mappingProblems(mapping: Mapping, hasCampaign: boolean): MappingProblem[] {
  const times = (target: ColumnTarget) => mapping.filter((each) => each === target).length
  const isAbsent = { name: times('name') + times('first_name') + times('last_name') === 0, phone: times('phone') === 0 }
  const once = columnTargets.filter((target) => !repeatable.includes(target))
  return [
    ...(['name', 'phone'] as const).filter((target) => isAbsent[target]).map((target) => ({ code: 'missing', target }) as const),
    ...once.filter((target) => times(target) > 1).map((target) => ({ code: 'twice', target }) as const),
    ...(times('source') > 0 && times('campaign_id') === 0 && !hasCampaign ? [{ code: 'source_alone' } as const] : []),
  ]
}
