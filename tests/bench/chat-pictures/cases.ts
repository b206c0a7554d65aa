/** A message of every kind that the contract names: one that is added there has to be added here. */
import { sendErrorCodes, sendErrorOf } from '#contract/chat/send-errors.ts'
import type { Blocker } from '#contract/chat/template.ts'
import type { ChipName, DetailType, Edit, MessageKind, NoteName, NoteValues } from '#contract/parts/message-fields.ts'
import type { MessageChip, MessageDetails, MessageReaction } from '#server/db/tables/chat.ts'

export interface Case {
  content?: string | null
  kind?: MessageKind
  /** Written by us. */
  ours?: true
  status?: 'queued' | 'sent' | 'delivered' | 'read' | 'failed'
  failure?: string
  template?: string
  note_of?: NoteName
  values?: NoteValues
  details?: MessageDetails
  chips?: MessageChip[]
  edits?: Edit[]
  reactions?: MessageReaction[]
  isDeleted?: true
  /** Quotes the message before it. */
  quotes?: true
}

const at = '2026-11-20T03:00:00Z'
const [phone, other] = ['6281234567890', '6285790000121']

const details: { readonly [Type in DetailType]: readonly { details: Extract<MessageDetails, { type: Type }>; content: string }[] } = {
  contacts: [
    {
      content: 'Budi Coba',
      details: {
        type: 'contacts',
        cards: [
          { name: 'Budi Coba', phones: ['+62 857-9000-8001', '021 5550100'], emails: ['budi@example.com'], firm: 'PT Uji Coba Sejahtera' },
          { name: 'Toko Tanpa Nomor', phones: [], emails: [], firm: '' },
        ],
      },
    },
  ],
  order: [
    {
      content: 'Mau yang bulanan ya, transfer ke +62 812-3456-7890?\n1 × EMT-12\n2 × KLS-1\nTotal Rp 2.000.000',
      details: {
        type: 'order',
        items: [
          { product: 'EMT-12', quantity: '1', price: '1500000', currency: 'IDR' },
          { product: 'KELAS-ANALISIS-TEKNIKAL-LANJUTAN-2026', quantity: '2', price: '250000', currency: 'IDR' },
        ],
        totals: [{ currency: 'IDR', amount: '2000000' }],
      },
    },
    {
      content: '',
      details: {
        type: 'order',
        items: Array.from({ length: 14 }, (_, n) => ({ product: `EMT-${n + 1}`, quantity: '1', price: '99.5', currency: 'USD' })),
        totals: [{ currency: 'USD', amount: '1393' }],
      },
    },
  ],
  form: [
    {
      content: 'nama: Budi\nphone_number: +62 857-9000-0115',
      details: {
        type: 'form',
        lines: [
          { label: 'nama', value: 'Budi Coba' },
          { label: 'phone_number', value: '+62 857-9000-0115' },
          { label: 'address', value: 'Jl. Contoh No. 3, RT 04 / RW 05, Kelurahan Uji, Kecamatan Coba, Jakarta' },
        ],
      },
    },
  ],
  location: [
    {
      content: 'Kantor Uji',
      details: {
        type: 'location',
        latitude: '-6.2297465',
        longitude: '106.829518',
        name: 'Kantor Uji',
        address: 'Jl. Contoh No. 1, Jakarta',
      },
    },
    { content: '-6.2,106.8', details: { type: 'location', latitude: '-6.2297465', longitude: '106.829518', name: '', address: '' } },
  ],
  call: [{ content: 'Missed call 19:02', details: { type: 'call', state: 'missed' } }],
  unreadable: ['edit', 'poll_creation', 'location', 'group_invite', 'first', 'value', 'unknown', 'image'].map((what) => ({
    content: what === 'unknown' ? '[hologram] The customer sent something' : 'The customer sent something',
    details: { type: 'unreadable', what, code: { image: 131_052, first: 131_060 }[what] ?? 131_051 },
  })),
  product: [{ content: '[product] EMT-12', details: { type: 'product', product: 'EMT-12' } }],
}

const chips: Readonly<Record<ChipName, Omit<MessageChip, 'chip'>>> = {
  forwarded: {},
  forwardedOften: {},
  ad: { text: 'Kelas Saham Gratis untuk Pemula: Belajar Bersama Analis Setiap Sabtu', url: 'https://fb.me/uji123' },
  template: {},
  question: {},
  fromPhone: {},
  phoneHistory: {},
  product: { text: 'EMT-12' },
  adLead: {},
  quoteElsewhere: {},
  played: {},
  contactRequest: {},
  heldForCheck: {},
  heldByPause: {},
}

const notes: Readonly<Record<NoteName, readonly NoteValues[]>> = {
  numberChanged: [{ from: phone, to: other }, {}],
  numberKnown: [{ phone }, {}],
  numberShared: [{ phone }, {}],
  numberLost: [{}],
  anotherAccount: [{}],
  securityCode: [{}],
  openedChat: [{}],
  callPermission: [{ response: 'accept', until: '2026-12-05T03:00:00Z' }, { response: 'accept' }, { response: 'reject' }],
  callNow: [{}],
  callAnswered: [{ seconds: 238 }],
  callOther: ['connect', 'ringing', 'accepted', 'rejected', 'missed'].map((what) => ({ what })),
  optOut: [{}],
  optIn: [{}],
  optInByUs: [{ name: 'Sari' }],
  reactedElsewhere: [{ emoji: '👍' }],
  deletedElsewhere: [{}],
  pinned: [{}],
  joined: [{}],
  joinOffered: [{}],
  parted: [{}],
}

const entries = <Key extends string, Value>(record: Readonly<Record<Key, Value>>) => Object.entries(record) as [Key, Value][]

const byCustomer: MessageReaction = { emoji: '👍', by: 'customer', name: 'Rina Uji', at }
const byUs: MessageReaction = { emoji: '🙏', by: 'us', name: 'Sari', at }

const marks: readonly Case[] = [
  { content: 'Halo kak, kelas EMT masih buka?', reactions: [byUs] },
  { content: 'Masih, Kak. Mau daftar?', ours: true, status: 'read', reactions: [byCustomer] },
  { content: 'Setuju?', ours: true, status: 'read', reactions: [byCustomer, byUs] },
  { content: 'Baik', reactions: [{ ...byUs, failure: 'More than 24 hours have passed (131047)' }] },
  { content: 'Bukti transfer Rp 10.000.000', kind: 'image', edits: [{ content: 'Bukti transfer Rp 1.000.000', at }], reactions: [byUs] },
  { content: 'Transfer 10.000.000 ya', edits: [{ content: 'Transfer 1.000.000 ya', at }] },
  { content: 'Rekening sudah benar?', quotes: true, ours: true, status: 'delivered' },
  { content: 'Maaf salah kirim', isDeleted: true },
  { content: 'Harga lama', ours: true, status: 'delivered', isDeleted: true },
  { content: 'Nomor saya +62 812-3456-7890 atau 0857-9000-0121, akun @rina.uji, saldo Rp 1.500.000 dan $206.99 kalau jadi ya kak' },
  { content: 'رقمي الجديد هو +62 812-3456-7890 وحسابي @rina.uji، حولت Rp 1.500.000 اليوم' },
  { content: 'Halo Rina, kelas EMT dimulai besok pukul 19.00.', ours: true, status: 'read', template: 'pengingat_kelas' },
  { content: 'Brosur', kind: 'document' },
]

const things: readonly Case[] = entries(details).flatMap(([, cases]) => cases as readonly Case[])

const ways: readonly Case[] = entries(chips).map(([chip, more]) => ({
  content: `Pesan dengan tanda ${chip}`,
  chips: [{ chip, ...more }],
  ...(['fromPhone', 'played'].includes(chip) && { ours: true as const, status: 'read' as const }),
}))

const several: Case = {
  content: 'Halo, saya lihat iklannya',
  kind: 'image',
  chips: [{ chip: 'ad', text: 'Kelas Saham Gratis', url: 'https://fb.me/uji123' }, { chip: 'adLead' }, { chip: 'forwarded' }],
}

const system: readonly Case[] = entries(notes).flatMap(([note_of, all]) =>
  all.map((values): Case => ({ kind: 'note', content: `Note ${note_of}`, note_of, values })),
)

/** A code of each entry of the table. */
const codes = [...new Map(sendErrorCodes.map((code) => [sendErrorOf(code)?.name, code])).values()]

const failed = (failure: string, more: Partial<Case> = {}): Case => ({
  content: 'Baik, Kak.',
  ours: true,
  status: 'failed',
  failure,
  ...more,
})

const failures: readonly Case[] = [
  ...codes.map((code) => failed(`Parameter value is not valid (${code})`)),
  failed('Something new happened at the provider (199999)'),
  failed('The file of this message is gone'),
  failed('Media upload error (131053)', { kind: 'image', content: 'Brosur' }),
  failed('Media upload error (131053)', { template: 'pengingat_kelas' }),
  failed('Pair rate limit hit (131056)', { status: 'queued' }),
]

export interface PictureRoom {
  name: string
  customer: { customer_name: string | null; customer_phone: string; username: string | null }
  /** Whether free text goes. */
  isOpen: boolean
  cases: readonly Case[]
}

export const pictureRooms: readonly PictureRoom[] = [
  { name: 'marks', customer: { customer_name: 'Rina Uji', customer_phone: phone, username: 'rina.uji' }, isOpen: true, cases: marks },
  { name: 'things', customer: { customer_name: 'Nama Saja', customer_phone: '', username: 'nama.saja' }, isOpen: true, cases: things },
  {
    name: 'ways',
    customer: { customer_name: null, customer_phone: other, username: null },
    isOpen: true,
    cases: [...ways, several, { content: 'Missed call 19:02', details: { type: 'call', state: 'missed' } }],
  },
  { name: 'notes', customer: { customer_name: null, customer_phone: '', username: 'joko_1' }, isOpen: true, cases: system },
  {
    name: 'failures',
    customer: { customer_name: 'Dari Iklan', customer_phone: '6285790000131', username: null },
    isOpen: false,
    cases: [{ content: 'Halo' }, ...failures],
  },
]

export const cloudNumberName = 'Sales Cloud'

/** Customers of a broadcast; those of the rooms above are among its chats, too. */
export const recipientNames: readonly string[] = [
  'Siti Rahmawati Kusumaningrum Hadiwidjojo Prawirodirdjo',
  'عبد الرحمن الهاشمي',
  'Budi Santoso',
  'Ayşe Yılmaz',
  'Ani',
  'Berhenti Promosi',
]

const text = (words: string) => ({ type: 'BODY', text: words })
const button = (type: string, more: object = {}) => ({ type: 'BUTTONS', buttons: [{ type, text: type, ...more }] })

/** A part for which a template cannot be sent from here. */
const blocked: Readonly<Record<Blocker, object>> = {
  carousel: { type: 'CAROUSEL', cards: [] },
  products: button('CATALOG'),
  order: button('ORDER_DETAILS'),
  signIn: button('OTP'),
  gif: { type: 'HEADER', format: 'GIF' },
  app: button('APP'),
  callPermission: { type: 'CALL_PERMISSION_REQUEST' },
  form: button('FLOW', { flow_action: 'DATA_EXCHANGE' }),
  unknown: { type: 'HOLOGRAM' },
}

const statuses = [
  ['PENDING'],
  ['IN_APPEAL'],
  ['REJECTED', 'INCORRECT_CATEGORY'],
  ['REJECTED', 'TAG_CONTENT_MISMATCH'],
  ['PAUSED'],
  ['DISABLED'],
  ['ARCHIVED'],
  ['PENDING_DELETION'],
  ['DELETED'],
  ['LIMIT_EXCEEDED'],
  ['LOCKED'],
  ['NEW_STATUS_2027'],
] as const

const template = (name: string, components: readonly object[], more: object = {}) => ({
  name,
  language: 'id',
  status: 'APPROVED',
  category: 'UTILITY',
  components,
  ...more,
})

/** The name of the one that has every part. */
export const wholeTemplate = 'promo_november_semua_bagian'

/** Templates of the provider: one that has every part, one of each header, and one for each reason not to be sent. */
export const pictureTemplates: readonly object[] = [
  template(
    wholeTemplate,
    [
      { type: 'HEADER', format: 'TEXT', text: 'Kelas {{1}}' },
      text('Halo {{1}}, kelas *{{2}}* dimulai besok. Harga Rp 1.500.000, hubungi +62 812-3456-7890.'),
      { type: 'FOOTER', text: 'Balas STOP untuk berhenti' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Saya daftar' },
          { type: 'URL', text: 'Lihat kelas', url: 'https://example.com/k/{{1}}' },
          { type: 'PHONE_NUMBER', text: 'Telepon', phone_number: '+6281234567890' },
        ],
      },
    ],
    { category: 'MARKETING' },
  ),
  ...['IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'].map((format) =>
    template(`kepala_${format.toLowerCase()}`, [{ type: 'HEADER', format }, text('Halo {{1}}, ini kabar dari kami.')]),
  ),
  template(
    'penawaran_terbatas',
    [
      { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Diskon 25%', has_expiration: true } },
      text('Hanya sampai besok, {{1}}.'),
      button('COPY_CODE'),
    ],
    { category: 'MARKETING' },
  ),
  ...entries(blocked).map(([name, part]) => template(`tidak_${name.toLowerCase()}`, [text('Tidak dikirim dari sini.'), part])),
  ...statuses.map(([status, rejected_reason], place) =>
    template(`keadaan_${place}_${status.toLowerCase()}`, [text('Halo {{1}}, tagihan Anda Rp 250.000.')], {
      status,
      ...(rejected_reason && { rejected_reason }),
    }),
  ),
]
