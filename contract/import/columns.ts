/** Columns of a leads file, guessed from headers in the console's languages. */
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

/** Target of each column in order; null for a skipped column. */
export type Mapping = readonly (ImportTarget | null)[]

export function isImportTarget(value: unknown): value is ImportTarget {
  return importTargets.some((target) => target === value)
}

const spellings = (text: string): readonly string[] => text.split(' ').map(headerKey)

/** Headers without spaces; the first one is used by exports. */
const names: Readonly<Record<ImportTarget, readonly string[]>> = {
  name: spellings(
    'name nama namalengkap fullname namapelanggan namacustomer namaklien namaprospek customername clientname leadname customer pelanggan lead kontak contact ad adı isim müşteri الاسم',
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
    'sales salesperson namasales salesname emailsales pic assignedto owner tenagapenjual marketing penanggungjawab agen agent satış المبيعات',
  ),
  tags: spellings('tags tag label labels penanda kategori minat etiketler etiket الوسوم'),
  notes: spellings(
    'notes note catatan keterangan ket comment comments komentar remark remarks deskripsi description pesan message notlar الملاحظات',
  ),
  last_follow_up: spellings(
    'lastfollowup followupterakhir kontakterakhir terakhirdihubungi lastcontact lastcontacted tanggalfollowup tglfollowup tindaklanjutterakhir sontakip آخرمتابعة',
  ),
  next_follow_up: spellings(
    'nextfollowup followupberikutnya followupselanjutnya jadwalfollowup rencanafollowup nextcontact followup duedate tindaklanjutberikutnya sonrakitakip المتابعةالقادمة',
  ),
}

/** Returns a header without accents, capitals, spaces and signs. */
export function headerKey(header: string): string {
  return normaliseText(header, 'NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the key of a remembered mapping: equal columns in equal order. */
export function headerSetKey(header: readonly string[]): string {
  return header.map(headerKey).join('|')
}

function targetOf(key: string): ImportTarget | null {
  const exact = importTargets.find((target) => names[target].includes(key))
  if (exact) return exact
  // 'No. HP / WA aktif', 'Nama Lengkap (KTP)': the longest name that starts the header.
  const begins = importTargets
    .flatMap((target) => names[target].map((name) => ({ target, name })))
    .filter(({ name }) => name.length >= 4 && key.startsWith(name))
    .sort((a, b) => b.name.length - a.name.length)
  return begins[0]?.target ?? null
}

/** Guesses a mapping; each target once, leftmost column first. */
export function guessMapping(header: readonly string[]): Mapping {
  const taken = new Set<ImportTarget>()
  return header.map((text) => {
    const target = targetOf(headerKey(text))
    if (!target || taken.has(target)) return null
    taken.add(target)
    return target
  })
}

export type MappingProblem = { code: 'missing'; target: ImportTarget } | { code: 'twice'; target: ImportTarget } | { code: 'source_alone' }

/** Returns why rows cannot be read with this mapping, if so. */
export function mappingProblems(mapping: Mapping, hasCampaign: boolean): MappingProblem[] {
  const times = (target: ImportTarget) => mapping.filter((each) => each === target).length
  const required = ['name', 'phone'] as const
  return [
    ...required.filter((target) => times(target) === 0).map((target) => ({ code: 'missing', target }) as const),
    ...importTargets.filter((target) => times(target) > 1).map((target) => ({ code: 'twice', target }) as const),
    ...(times('source') > 0 && times('campaign_id') === 0 && !hasCampaign ? [{ code: 'source_alone' } as const] : []),
  ]
}
