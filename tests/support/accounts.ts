import { demoPassword } from '#contract/session.ts'

/** Demo accounts, with one password. */
export const password = demoPassword
export const accounts = {
  root: 'root@lapangan.test',
  admin: 'admin@lapangan.test',
  sales: 'sales@lapangan.test',
  sales2: 'sales2@lapangan.test',
  support: 'support@lapangan.test',
  analyst: 'analyst@lapangan.test',
} as const

export type Account = keyof typeof accounts
