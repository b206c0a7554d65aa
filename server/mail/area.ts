import type { Area } from '#server/platform/core/area.ts'
import { mountMailEvents } from './mail-events.ts'
import { mountNewsletterPages } from './newsletter/public-pages.ts'
import { sendNewsletter } from './newsletter/send.ts'
import { resumeNewsletters, startNewsletter } from './newsletter/start.ts'
import { newsletterTestMail } from './newsletter/test-mail.ts'

export const mailArea: Area = {
  mount(app, platform) {
    mountNewsletterPages(app, platform)
    mountMailEvents(app, platform)
  },
  jobs: () => [startNewsletter, sendNewsletter, resumeNewsletters, newsletterTestMail],
  schedules: () => [{ name: 'newsletters', kind: resumeNewsletters, every: 60 }],
}
