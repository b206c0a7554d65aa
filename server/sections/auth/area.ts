import type { Area } from '#server/platform/core/area.ts'
import { mountUserAccounts } from './user-account.ts'

/** Sessions, second factors and invitations of users. */
export const accountsArea: Area = {
  mount(app, platform) {
    if (platform.settings.auth) mountUserAccounts(app, platform)
  },
}
