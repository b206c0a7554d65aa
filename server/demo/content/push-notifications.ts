import type { Random } from '../base/random.ts'
import { type Clock, day, officeHour, recordColumns } from '../base/rows.ts'

const texts: readonly [title: string, message: string][] = [
  ['Webinar Sabtu ini', 'Membaca grafik untuk pemula, pukul 09.00 WIB. Tempat terbatas.'],
  ['EMT Anda hampir berakhir', 'Perpanjang sekarang, harga tahunan masih berlaku sampai Jumat.'],
  ['Rekomendasi baru', 'Analis kami menambahkan satu saham ke daftar pantau minggu ini.'],
  ['Kelas online dibuka', 'Modul manajemen risiko kini bisa ditonton di aplikasi.'],
  ['Pasar tutup lebih awal', 'Bursa tutup pukul 12.00 WIB besok. Jadwal lengkap ada di aplikasi.'],
  ['Terima kasih', 'Tahun ini kita belajar bersama lebih dari sepuluh ribu anggota.'],
]

export const demoPushCount = 24
const minute = 60_000

/** One to come, one that is held, one that reached nobody, and others that were sent; `members`: how many there are. */
export function demoPushNotifications(random: Random, clock: Clock, members: number, authors: readonly string[]) {
  return Array.from({ length: demoPushCount }, (_, at) => {
    const [title, message] = texts[at % texts.length] ?? ['', '']
    const isSent = at > 2
    const due = at === 0 ? clock.today + 3 * day + 10 * 60 * minute : officeHour(random, clock, at === 1 ? 1 : 2 + at * 3)
    const recipients = isSent ? Math.max(1, Math.floor(members / (1 + (at % 4)))) : 0
    const reached = isSent ? Math.max(0, recipients - (at % 3)) : 0
    // Members without the app have the inbox alone.
    const inbox = Math.floor(reached / 3)
    return {
      id: at + 1,
      ...recordColumns(random, clock, 60, authors),
      ...{ created_at: clock.iso(Math.min(due, clock.today) - 30 * minute), title, message },
      reference_type: at % 3 === 0 ? 'url' : 'none',
      reference_url: at % 3 === 0 ? `https://lapangan.test/kabar/${at + 1}` : null,
      segmentation: at === 2 ? ['wst'] : at % 4 === 0 ? ['all'] : [['regular'], ['emt'], ['new_member', 'expiring_emt']][at % 3],
      ...{ send: at === 0 ? 'later' : 'now', send_at: clock.iso(due), quiet_hours: true },
      status: isSent ? 'sent' : at === 2 ? 'failed' : 'scheduled',
      held: at === 1 ? 'late' : null,
      ended_at: at > 1 ? clock.iso(due + minute) : null,
      ...{ due_at: clock.iso(due), snapshot_at: at > 1 ? clock.iso(due) : null },
      ...{ recipient_count: recipients, device_count: reached - inbox, retired_count: 0, sent_count: reached, inbox_count: inbox },
      opened_count: Math.floor((reached * (20 + random.upTo(40))) / 100),
    }
  })
}
