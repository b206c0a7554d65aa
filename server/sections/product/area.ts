import type { Area } from '#server/platform/core/area.ts'
import { eventMail } from './event/mails.ts'
import { eventOffers } from './event/offers.ts'
import { eventReminder, startReminders } from './event/reminders.ts'
import { mountEventPages } from './event-page/mount.ts'

/** Public pages of events, their mails, and what moves seats by itself. */
export const eventsArea: Area = {
  mount: mountEventPages,
  jobs: () => [eventMail, eventOffers, eventReminder, startReminders],
  schedules: () => [
    { name: 'event-offers', kind: eventOffers, every: 60 },
    { name: 'event-reminders', kind: startReminders, every: 60 },
  ],
}
