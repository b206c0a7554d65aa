/** Words of public pages and mails of events, in the participant's language. */
import { formatRupiah } from '#contract/lib/rupiah.ts'
import type { ParticipantLanguage } from '#contract/sections/product/participant.ts'

const id = {
  when: 'Waktu',
  where: 'Tempat',
  speaker: 'Pembicara',
  price: 'Harga',
  free: 'Gratis',
  seats: 'Sisa kursi',
  noSeats: 'Semua kursi sudah terisi',
  registration: 'Pendaftaran',
  register: 'Daftar',
  order: 'Daftar dan pesan kursi',
  orderHelp: 'Kursi Anda disimpan 24 jam. Cara membayar ada di halaman berikutnya dan di email.',
  wait: 'Masuk daftar tunggu',
  waitHelp: 'Bila ada kursi kosong, kami menawarkannya kepada Anda lewat email sesuai urutan.',
  name: 'Nama',
  phone: 'Nomor HP (WhatsApp)',
  email: 'Email',
  emailHelp: 'Konfirmasi dikirim ke sini.',
  choose: 'Pilih',
  rating: '1 (rendah) sampai 5 (tinggi)',
  optional: 'boleh kosong',
  required: 'Wajib diisi',
  wrong_phone: 'Isi nomor HP Indonesia, misalnya 0812 3456 7890',
  wrong_email: 'Isi alamat email yang benar',
  wrong_choice: 'Pilih salah satu',
  wrong_html: 'Tanda < dan > tidak boleh dipakai di sini',
  wrong_max_length: 'Terlalu panjang',
  wrong_other: 'Isian ini tidak dapat dipakai',
  check: 'Periksa lagi isian yang ditandai.',
  again: 'Halaman ini sudah lama terbuka atau sudah dipakai. Periksa isian Anda, lalu kirim sekali lagi.',
  fullNow: 'Kursi terakhir baru saja terisi. Isian Anda masih ada: Anda bisa masuk daftar tunggu.',
  limited: 'Terlalu banyak pendaftaran dari jaringan ini. Coba lagi sebentar lagi.',
  contact: 'Pendaftaran ini tidak dapat kami terima di sini. Silakan hubungi kami.',
  ended: 'Acara ini sudah selesai',
  endedHelp: 'Pendaftaran ditutup.',
  unknown: 'Acara ini tidak ada',
  unknownHelp: 'Periksa kembali alamatnya, atau mintalah tautan yang baru.',
  tooLarge: 'Isian terlalu besar',
  notForm: 'Isian tidak dapat dibaca',
  tooMany: 'Terlalu banyak permintaan',
  tooManyHelp: 'Coba lagi dalam satu menit.',
  thanks: 'Terima kasih, pendaftaran Anda kami terima',
  thanksHelp: 'Periksa email Anda: di sana ada konfirmasi dengan tautan ke pendaftaran Anda.',
  registered: 'Anda terdaftar',
  registeredHelp: 'Tunjukkan tiket ini saat masuk. Tiket ini juga ada di email.',
  waiting: 'Anda di daftar tunggu',
  waitingHelp: 'Kami mengirim email begitu ada kursi untuk Anda.',
  offered: 'Ada kursi untuk Anda',
  offeredHelp: 'Terima sebelum {until}. Setelah itu kursi ditawarkan kepada orang berikutnya.',
  unpaid: 'Kursi Anda kami simpan',
  unpaidHelp: 'Bayar {total} sebelum {until} untuk pesanan {number}, lalu kirim bukti pembayaran kepada kami.',
  cancelled: 'Pendaftaran ini batal',
  cancelledHelp: 'Anda bisa mendaftar lagi selama acara belum selesai.',
  banks: 'Rekening pembayaran',
  holder: 'a.n. {name}',
  accept: 'Terima kursi ini',
  cancel: 'Batalkan pendaftaran',
  cancelHelp: 'Bila Anda batal, kursi Anda diberikan kepada orang berikutnya.',
  paidHelp: 'Pendaftaran ini terhubung dengan pesanan. Hubungi kami untuk membatalkannya.',
  calendar: 'Simpan ke kalender',
  join: 'Tautan acara',
  ticket: 'Tiket',
  ticketCode: 'Kode tiket',
  back: 'Ke halaman acara',
  hello: 'Halo {name},',
  manage: 'Lihat atau batalkan pendaftaran Anda:',
  subject_registered: 'Anda terdaftar: {title}',
  subject_waiting: 'Daftar tunggu: {title}',
  subject_offered: 'Ada kursi untuk Anda: {title}',
  subject_unpaid: 'Menunggu pembayaran: {title}',
  subject_cancelled: 'Pendaftaran batal: {title}',
  subject_reminder: 'Pengingat: {title}',
  reminder: 'Acara yang Anda ikuti dimulai {when}.',
} as const

type Words = { readonly [Name in keyof typeof id]: string }

const en: Words = {
  when: 'When',
  where: 'Where',
  speaker: 'Speaker',
  price: 'Price',
  free: 'Free',
  seats: 'Seats left',
  noSeats: 'All seats are taken',
  registration: 'Registration',
  register: 'Register',
  order: 'Register and order a seat',
  orderHelp: 'Your seat is kept for 24 hours. The next page and a mail say how to pay.',
  wait: 'Join the waiting list',
  waitHelp: 'When a seat becomes free, we offer it to you by mail, in order of waiting.',
  name: 'Name',
  phone: 'Mobile number (WhatsApp)',
  email: 'Email',
  emailHelp: 'The confirmation is sent here.',
  choose: 'Choose',
  rating: '1 (low) to 5 (high)',
  optional: 'optional',
  required: 'This is needed',
  wrong_phone: 'Enter an Indonesian mobile number, such as 0812 3456 7890',
  wrong_email: 'Enter a correct email address',
  wrong_choice: 'Choose one of these',
  wrong_html: 'The signs < and > cannot be used here',
  wrong_max_length: 'Too long',
  wrong_other: 'This cannot be used',
  check: 'Please check what is marked.',
  again: 'This page was open for long, or was used already. Check what you entered, and send it once more.',
  fullNow: 'The last seat was taken a moment ago. What you entered is still here: you can join the waiting list.',
  limited: 'Too many registrations from this network. Try again in a moment.',
  contact: 'We cannot take this registration here. Please contact us.',
  ended: 'This event has ended',
  endedHelp: 'Registration is closed.',
  unknown: 'There is no such event',
  unknownHelp: 'Check the address, or ask for a new link.',
  tooLarge: 'This is too large',
  notForm: 'This could not be read',
  tooMany: 'Too many requests',
  tooManyHelp: 'Try again in a minute.',
  thanks: 'Thank you, we have your registration',
  thanksHelp: 'Look into your mail: there is a confirmation with a link to your registration.',
  registered: 'You are registered',
  registeredHelp: 'Show this ticket at the door. It is in your mail as well.',
  waiting: 'You are on the waiting list',
  waitingHelp: 'We send you a mail as soon as there is a seat for you.',
  offered: 'There is a seat for you',
  offeredHelp: 'Accept it before {until}. After that it is offered to the next person.',
  unpaid: 'We keep a seat for you',
  unpaidHelp: 'Pay {total} before {until} for order {number}, and send us the proof of payment.',
  cancelled: 'This registration is cancelled',
  cancelledHelp: 'You can register again until the event ends.',
  banks: 'Accounts for payment',
  holder: 'in the name of {name}',
  accept: 'Accept this seat',
  cancel: 'Cancel registration',
  cancelHelp: 'If you cancel, your seat goes to the next person.',
  paidHelp: 'This registration belongs to an order. Contact us to cancel it.',
  calendar: 'Save to calendar',
  join: 'Link to the event',
  ticket: 'Ticket',
  ticketCode: 'Code of the ticket',
  back: 'To the event',
  hello: 'Hello {name},',
  manage: 'See or cancel your registration:',
  subject_registered: 'You are registered: {title}',
  subject_waiting: 'Waiting list: {title}',
  subject_offered: 'There is a seat for you: {title}',
  subject_unpaid: 'Waiting for payment: {title}',
  subject_cancelled: 'Registration cancelled: {title}',
  subject_reminder: 'Reminder: {title}',
  reminder: 'The event that you registered for begins {when}.',
}

const catalogs: Readonly<Record<ParticipantLanguage, Words>> = { id, en }
export type Word = keyof Words

export const isParticipantLanguage = (value: unknown): value is ParticipantLanguage => value === 'id' || value === 'en'

/** A text with its values filled in. */
export function sayTo(language: ParticipantLanguage, word: Word, values: Readonly<Record<string, string>> = {}): string {
  return catalogs[language][word].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

const formats = (locale: string) => ({
  day: new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Jakarta', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  time: new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', hour: '2-digit', minute: '2-digit' }),
})
const written = { id: formats('id-ID'), en: formats('en-GB') } as const

/** A moment in words, in WIB. */
export function momentText(language: ParticipantLanguage, moment: string): string {
  const { day, time } = written[language]
  const at = new Date(moment)
  return `${day.format(at)}, ${time.format(at)} WIB`
}

/** From a moment to another, in WIB; the second day only where it differs. */
export function spanText(language: ParticipantLanguage, start: string, end: string): string {
  const { day, time } = written[language]
  const [from, to] = [new Date(start), new Date(end)]
  const begun = `${day.format(from)}, ${time.format(from)}`
  return day.format(from) === day.format(to) ? `${begun}–${time.format(to)} WIB` : `${begun} – ${day.format(to)}, ${time.format(to)} WIB`
}

export const priceText = (language: ParticipantLanguage, price: number | null): string =>
  price ? formatRupiah(price) : sayTo(language, 'free')
