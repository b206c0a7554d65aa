import { leadsApi } from '#server/leads/api.ts'
import type { Area } from '#server/platform/core/area.ts'
import { memberApi } from '#server/sections/member/member.ts'
import { startForgetting } from './forget.ts'
import { mountSync } from './mount.ts'
import { mountReplay } from './replay.ts'

/** The feeds of the areas that devices keep whole, and the outbox of many rows in one request. */
export const syncArea: Area = {
  mount(app, platform) {
    mountSync(app, platform, { leads: leadsApi, member: memberApi })
    mountReplay(app, platform)
  },
  starts: [startForgetting],
}
