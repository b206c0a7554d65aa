import type { Area } from '#server/platform/core/area.ts'
import { mountLandingPages } from './landing-page/mount.ts'
import { mountNewsletterTest } from './newsletter.ts'
import { mountPushNotification } from './push-notification.ts'
import { mountTickerLog } from './ticker.ts'

export const promotionArea: Area = {
  mount(app, platform) {
    mountTickerLog(app, platform)
    mountNewsletterTest(app, platform)
    mountLandingPages(app, platform)
    mountPushNotification(app, platform)
  },
}
