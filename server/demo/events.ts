/** A dozen events, past and coming, with questions and participants. */
import type { StoredFile } from '#contract/kit/field/field.ts'
import { slugOf } from '#contract/lib/slug.ts'
import type { Db } from '#server/db/database.ts'
import { productTerms } from '#server/db/tables/commerce.ts'
import { eventParticipants, eventQuestions, events } from '#server/db/tables/events.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { drawPictures } from './base/pictures.ts'
import type { Random } from './base/random.ts'
import { type Clock, day, insertRows, recordColumns } from './base/rows.ts'
import type { DemoMember } from './members.ts'

const hour = 3_600_000

interface DemoEvent {
  title: string
  location: string
  speaker: string
  /** Days from today, and the hour of its beginning in WIB. */
  on: number
  at: number
  hours: number
  quota?: number
  price?: number
  audience?: string[]
  visibility?: 'private'
  reminders?: number[]
  highlight?: number
}

/** The first ones are used by examples of calls; the last one nobody registered for. */
export const demoEventTexts: readonly DemoEvent[] = [
  {
    title: 'Webinar Membaca Laporan Keuangan',
    location: 'Zoom',
    speaker: 'Rangga Wiratama',
    on: 9,
    at: 19,
    hours: 2,
    reminders: [24, 1],
    highlight: 1,
  },
  {
    title: 'Bedah Saham Perbankan',
    location: 'YouTube Live',
    speaker: 'Sekar Ayuningtyas',
    on: 16,
    at: 19,
    hours: 2,
    reminders: [24],
    highlight: 2,
  },
  {
    title: 'Kelas Analisis Teknikal untuk Pemula',
    location: 'Zoom',
    speaker: 'Rangga Wiratama',
    on: 23,
    at: 9,
    hours: 6,
    quota: 100,
    price: 350_000,
    reminders: [48, 24, 1],
    highlight: 3,
  },
  { title: 'Tanya Jawab Langsung Coach', location: 'Instagram Live', speaker: 'Dimas Prasetyo', on: 3, at: 16, hours: 1, reminders: [1] },
  {
    title: 'Diskusi Portofolio EMV',
    location: 'Zoom',
    speaker: 'Sekar Ayuningtyas',
    on: 5,
    at: 19,
    hours: 2,
    quota: 12,
    audience: ['emv'],
    reminders: [24, 2],
  },
  { title: 'Belajar Saham Bareng', location: 'TikTok Live', speaker: 'Nadia Lestari', on: 12, at: 20, hours: 1 },
  {
    title: 'Workshop Money Management',
    location: 'Zoom',
    speaker: 'Dimas Prasetyo',
    on: 40,
    at: 9,
    hours: 4,
    quota: 50,
    price: 500_000,
    visibility: 'private',
  },
  {
    title: 'Outlook IHSG Semester Ini',
    location: 'YouTube Live',
    speaker: 'Rangga Wiratama',
    on: -20,
    at: 19,
    hours: 2,
    reminders: [24, 1],
  },
  { title: 'Bedah Saham Komoditas', location: 'Zoom', speaker: 'Sekar Ayuningtyas', on: -48, at: 19, hours: 2, quota: 200 },
  {
    title: 'Kelas Analisis Fundamental',
    location: 'Zoom',
    speaker: 'Rangga Wiratama',
    on: -75,
    at: 9,
    hours: 6,
    quota: 60,
    price: 350_000,
    audience: ['emt', 'emv'],
  },
  { title: 'Ngobrol Santai Pasar Modal', location: 'Instagram Live', speaker: 'Nadia Lestari', on: -110, at: 16, hours: 1 },
  {
    title: 'Gathering Member WST',
    location: 'Zoom',
    speaker: 'Dimas Prasetyo',
    on: 60,
    at: 13,
    hours: 3,
    audience: ['wst'],
    visibility: 'private',
  },
]

function demoEvents(random: Random, clock: Clock, covers: readonly StoredFile[], authors: readonly string[]) {
  return demoEventTexts.map(({ on, at, hours, reminders = [], ...event }, index) => {
    const start = clock.today + on * day + at * hour
    return {
      id: index + 1,
      ...recordColumns(random, clock, on < 0 ? 150 : 30, authors),
      title: event.title,
      slug: slugOf(event.title),
      cover: covers[index],
      location: event.location,
      link: `https://lapangan.test/acara/${index + 1}`,
      start_at: clock.iso(start),
      end_at: clock.iso(start + hours * hour),
      speaker: event.speaker,
      quota: event.quota ?? null,
      taken: 0,
      offered: 0,
      fee_type: event.price === undefined ? 'free' : 'paid',
      price: event.price ?? null,
      description: `<p>${event.title} bersama ${event.speaker}. Siapkan catatan dan pertanyaan.</p>`,
      audience: event.audience ?? ['all'],
      visibility: event.visibility ?? 'publish',
      reminders: reminders.map((each) => ({ ref: random.ref(clock.today), hours: each })),
      highlight: event.highlight ?? null,
    }
  })
}

interface DemoQuestion {
  event: number
  question: string
  kind: 'text' | 'choice' | 'rating'
  options?: string[]
  required?: boolean
  isArchived?: boolean
}

/** The first is changed by an example of a call, the second deleted, the fifth restored. */
const questionTexts: readonly DemoQuestion[] = [
  { event: 1, question: 'Dari mana tahu acara ini?', kind: 'text' },
  {
    event: 1,
    question: 'Sudah berapa lama berinvestasi saham?',
    kind: 'choice',
    options: ['Belum pernah', 'Kurang dari setahun', 'Lebih dari setahun'],
    required: true,
  },
  { event: 1, question: 'Seberapa paham membaca laporan keuangan?', kind: 'rating' },
  { event: 3, question: 'Aplikasi grafik yang dipakai?', kind: 'choice', options: ['TradingView', 'Aplikasi sekuritas', 'Belum ada'] },
  { event: 1, question: 'Alamat pengiriman modul', kind: 'text', isArchived: true },
  { event: 8, question: 'Seberapa bermanfaat acara ini?', kind: 'rating', required: true },
  ...[2, 4, 5, 6, 9, 10].flatMap((event): DemoQuestion[] => [
    { event, question: 'Apa yang ingin ditanyakan ke pembicara?', kind: 'text' },
    { event, question: 'Sudah menjadi member?', kind: 'choice', options: ['Sudah', 'Belum'] },
  ]),
]

function demoQuestions(random: Random, clock: Clock, authors: readonly string[]) {
  return questionTexts.map(({ event, question, kind, options = [], required = false, isArchived = false }, index) => ({
    id: index + 1,
    ...recordColumns(random, clock, 30, authors),
    event_id: event,
    question,
    kind,
    options,
    required,
    sort: questionTexts.slice(0, index + 1).filter((one) => one.event === event).length,
    deleted_at: isArchived ? clock.iso(clock.today - 2 * day) : null,
  }))
}

const givenNames = ['Andi', 'Bunga', 'Citra', 'Dewi', 'Eko', 'Fajar', 'Gita', 'Hadi', 'Intan', 'Joko', 'Kartika', 'Lukman', 'Maya', 'Nanda']
const familyNames = ['Saputra', 'Wijaya', 'Lestari', 'Hidayat', 'Permata', 'Nugroho', 'Siregar', 'Halim', 'Putri', 'Santoso', 'Maharani']

/** Event and state of the first ones, which examples of calls change: to update, to delete, to cancel, to register, to offer, to attend. */
const firstStates: readonly (readonly [event: number, state: string])[] = [
  [1, 'registered'],
  [1, 'registered'],
  [3, 'registered'],
  [3, 'cancelled'],
  [7, 'waiting'],
  [3, 'registered'],
]
/** Named by the example of attendance. */
const attendedRef = '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e16'

/** How many more each event has by state; the fifth is full, and the last has nobody. */
const crowds: readonly (readonly [event: number, registered: number, waiting: number, cancelled: number])[] = [
  [1, 38, 0, 3],
  [2, 21, 0, 1],
  [3, 46, 0, 4],
  [4, 9, 0, 0],
  [5, 12, 5, 2],
  [6, 14, 0, 1],
  [7, 6, 0, 0],
  [8, 64, 0, 5],
  [9, 52, 0, 4],
  [10, 60, 0, 6],
  [11, 17, 0, 0],
]

function answersOf(random: Random, clock: Clock, event: number) {
  return questionTexts.flatMap(({ event: asked, kind, options, isArchived, required }, index) => {
    if (asked !== event || index < 2 || isArchived || !(required || random.chance(60))) return []
    const answer = kind === 'choice' ? random.pick(options ?? []) : kind === 'rating' ? String(3 + random.upTo(3)) : 'Dari teman'
    return [{ ref: random.ref(clock.today), question_id: index + 1, answer }]
  })
}

/** Members who have a phone and a mail, in turn, and people who are none. */
function personOf(random: Random, members: readonly DemoMember[], index: number) {
  const member = index > 5 && random.chance(60) ? members[(index * 7) % members.length] : undefined
  if (member) return { name: member.name, phone: member.phone, email: member.email }
  const name = `${random.pick(givenNames)} ${random.pick(familyNames)}`
  const email = random.chance(80) ? `${slugOf(name)}.${index + 1}@surat.test` : null
  return { name, phone: `62813${String(70_000_000 + index * 137)}`, email }
}

interface People {
  members: readonly DemoMember[]
  authors: readonly string[]
}

function demoParticipants(random: Random, clock: Clock, { members, authors }: People) {
  const known = members.filter(({ deleted_at }) => !deleted_at)
  const states = [
    ...firstStates,
    ...crowds.flatMap(([event, registered, waiting, cancelled]) => [
      ...Array.from({ length: registered }, () => [event, 'registered'] as const),
      ...Array.from({ length: waiting }, () => [event, 'waiting'] as const),
      ...Array.from({ length: cancelled }, () => [event, 'cancelled'] as const),
    ]),
  ]
  return states.map(([event, state], index) => {
    const { on = 0, at = 0 } = demoEventTexts[event - 1] ?? {}
    const made = recordColumns(random, clock, 20, authors)
    const person = personOf(random, known, index)
    const isPast = on < 0
    const created_at = isPast ? clock.iso(clock.today + (on - 1 - random.upTo(14)) * day) : made.created_at
    const attended = isPast && state === 'registered' && random.chance(70)
    const attended_at = attended ? clock.iso(clock.today + on * day + at * hour + random.upTo(30) * 60_000) : null
    return {
      id: index + 1,
      ...made,
      ...(index === 5 && { ref: attendedRef }),
      created_at,
      updated_at: isPast ? created_at : made.updated_at,
      event_id: event,
      ...person,
      state,
      answers: answersOf(random, clock, event),
      attended,
      attended_at,
      admissions: attended_at ? [{ at: attended_at, attended, gate: null, device: null, by: authors[0] ?? null }] : [],
      registered_at: state === 'registered' ? created_at : null,
      waiting_at: state === 'waiting' ? created_at : null,
    }
  })
}

export async function fillEvents(platform: Platform, db: Db, clock: Clock, random: Random, people: People): Promise<void> {
  const { authors } = people
  const titles = demoEventTexts.map(({ title }) => title)
  const covers = await drawPictures(platform.files, db, titles, 1200, 630)
  const questions = demoQuestions(random, clock, authors)
  const participants = demoParticipants(random, clock, people)
  const takenOf = (event: number) => participants.filter(({ event_id, state }) => event_id === event && state === 'registered').length
  const rows = demoEvents(random, clock, covers, authors).map((row) => ({ ...row, taken: takenOf(row.id) }))
  await insertRows(db, events, rows)
  const terms = rows.map(({ id, price, created_at }) => ({
    ...{ section: 'event', product: id, variant: '', price: price ?? 0 },
    ...{ is_on: price !== null, since: created_at },
  }))
  await insertRows(db, productTerms, terms)
  await insertRows(db, eventQuestions, questions)
  await insertRows(db, eventParticipants, participants)
}
