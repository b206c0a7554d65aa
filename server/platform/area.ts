import { accountMailJob } from './auth/account-mail.ts'
import { startFirstUser } from './auth/first-user.ts'
import type { Area } from './core/area.ts'
import { housekeeping } from './housekeeping.ts'

export const platformArea: Area = {
  starts: [(platform) => startFirstUser(platform)],
  jobs: () => [housekeeping, accountMailJob],
  schedules: () => [{ name: 'housekeeping', kind: housekeeping, every: 86_400, at: 2 * 3_600, delay: 900 }],
}
