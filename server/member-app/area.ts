import type { Area } from '#server/platform/core/area.ts'
import { mountDevices } from './devices.ts'
import { mountHome } from './mount-home.ts'
import { mountNewsletters } from './mount-newsletters.ts'
import { pushSending } from './send-push.ts'

export const memberAppArea: Area = {
  mount(app, platform) {
    mountHome(app, platform)
    mountNewsletters(app, platform)
    mountDevices(app, platform)
  },
  jobs: () => [pushSending],
}
