/** Roles and users: the README's accounts, and colleagues for several pages. */
import { everyPermission, type Permission } from '#contract/kit/field/permission.ts'
import type { Random } from './random.ts'
import { type Clock, officeHour, recordColumns } from './rows.ts'
import { firstNames, lastNames } from './vocabulary.ts'

const everything = everyPermission().filter((permission) => permission !== 'get admin')
const system = ['Lapangan']

function all(...resources: string[]): Permission[] {
  return everything.filter((permission) => resources.includes(permission.slice(permission.indexOf(' ') + 1)))
}
function read(...resources: string[]): Permission[] {
  return all(...resources).filter((permission) => permission.startsWith('get '))
}

const selling = [
  ...all('crm'),
  ...read('product', 'event', 'promotion', 'sales-report', 'reward'),
  ...all('member', 'transaction').filter((permission) => /^(?:get|create|update) /.test(permission)),
]
const supporting = [
  ...all('crm', 'autotext-manager'),
  ...read('member', 'product', 'event', 'transaction', 'stock', 'bot-setting'),
  ...all('assign-qna'),
]
const analysing = [...all('stock', 'content', 'bot-setting', 'bot-qna'), ...read('product')]

/** The number of the role 'Support' below. */
export const supportRole = 4

/** Root has every permission by flag, so it lists none. */
const roleList: readonly { name: string; description: string; permissions: Permission[] }[] = [
  { name: 'Root', description: 'Memegang semua izin', permissions: [] },
  { name: 'Admin', description: 'Mengelola seluruh data', permissions: everything },
  { name: 'Sales', description: 'Menangani lead dan penjualan', permissions: selling },
  { name: 'Support', description: 'Menjawab pelanggan', permissions: supporting },
  { name: 'Analyst', description: 'Menulis analisis dan konten', permissions: analysing },
  { name: 'Sales Manager', description: 'Membagi lead ke tim', permissions: [...selling, ...all('assign-sales', 'sales-activity')] },
  { name: 'Sales Retensi', description: 'Memperpanjang keanggotaan', permissions: selling },
  {
    name: 'Finance',
    description: 'Mencatat pembayaran',
    permissions: [...all('transaction', 'bank'), ...read('sales-report', 'member', 'product')],
  },
  { name: 'Marketing', description: 'Menjalankan promosi', permissions: all('promotion', 'event', 'shortlink', 'content', 'testimonial') },
  { name: 'Content Writer', description: 'Menulis artikel', permissions: all('content') },
  { name: 'Event Organizer', description: 'Menyiapkan acara', permissions: all('event') },
  { name: 'Product Owner', description: 'Mengatur paket', permissions: all('product', 'reward') },
  { name: 'Auditor', description: 'Hanya membaca', permissions: everything.filter((permission) => permission.startsWith('get ')) },
  { name: 'HRD', description: 'Mengelola pengguna', permissions: [...all('user'), ...read('role')] },
]

export function demoRoles(random: Random, clock: Clock) {
  return roleList.map((role, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 300, system),
    ...role,
    is_root: role.name === 'Root',
    // Its accounts are for looking around; each would need an app first.
    requires_second_factor: false,
  }))
}

const accounts = [
  { name: 'Rangga Wicaksono', email: 'root@lapangan.test', role: 1 },
  { name: 'Ayu Maharani', email: 'admin@lapangan.test', role: 2 },
  { name: 'Budi Santoso', email: 'sales@lapangan.test', role: 3 },
  { name: 'Sinta Permatasari', email: 'sales2@lapangan.test', role: 3 },
  { name: 'Dimas Prasetyo', email: 'support@lapangan.test', role: 4 },
  { name: 'Laras Wulandari', email: 'analyst@lapangan.test', role: 5 },
]
const fillers = 62
/** Frequency of roles among colleagues. */
const weights = [3, 3, 3, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]

export function demoUsers(random: Random, clock: Clock, passwordHash: string) {
  const colleagues = Array.from({ length: fillers }, (_, at) => {
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    return { name, email: `${name.toLowerCase().replace(' ', '.')}.${at + 1}@lapangan.test`, role: random.pick(weights) }
  })
  return [...accounts, ...colleagues].map(({ name, email, role }, at) => ({
    role,
    row: {
      id: at + 1,
      ...recordColumns(random, clock, 300, system),
      name,
      email,
      phone: `62811${String(20_000_000 + at * 7_919).slice(0, 8)}`,
      is_active: at < accounts.length || random.chance(88),
      company_code: random.chance(75) ? 'EMT' : 'ETF',
      password_hash: passwordHash,
      last_seen: random.chance(80) ? clock.iso(officeHour(random, clock, 1 + random.upTo(30))) : null,
    },
  }))
}

export type DemoUser = ReturnType<typeof demoUsers>[number]

/** Returns active users with a role similar to sales; the first two are demo accounts. */
export function salespeople(users: readonly DemoUser[]): DemoUser[] {
  const sellingRoles = new Set(roleList.flatMap(({ name }, at) => (name.toLowerCase().includes('sales') ? [at + 1] : [])))
  return users.filter(({ role, row }) => row.is_active && sellingRoles.has(role))
}
