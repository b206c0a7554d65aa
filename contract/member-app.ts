/**
 * Calls of members' apps (docs/product/push-and-app.md). A member's token is sent as a bearer; a guest sends none, and is in the segment of
 * all.
 */
import { choice, dateTime, type Fields, object, rows, text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

const at = (name: string) => `/console/public/v1/${name}`
const base = { permission: 'public', silent: true } as const
const ofMember = { ...base, kind: 'mutation', member: 'required', reply: { of: 'message' } } as const

/** Most entries of a kind. */
export const maxShown = 50

const shownFields = {
  ref: text({ required: true }),
  title: text(),
  image: text(),
  /** Plain words. */
  text: text(),
  button: text(),
  target: object(
    {
      kind: choice(['none', 'url', 'content', 'event', 'onlineclass', 'landing'], { required: true }),
      url: text(),
      ref: text(),
    },
    { required: true },
  ),
  until: dateTime(),
} as const satisfies Fields

/** What the app shows now, in order. The popup is the one that is due for this member. */
export const memberHome = call({
  ...base,
  name: 'member-app.home',
  kind: 'query',
  method: 'GET',
  path: at('home'),
  member: 'optional',
  cached: true,
  reply: {
    of: 'object',
    fields: {
      at: dateTime({ required: true }),
      for_you: rows(shownFields, { required: true, max: maxShown }),
      popup: object(shownFields),
      banners: rows(shownFields, { required: true, max: maxShown }),
      tickers: rows(shownFields, { required: true, max: maxShown }),
      sliders: rows(shownFields, { required: true, max: maxShown }),
    },
  },
})

const letterFields = {
  ref: text({ required: true }),
  subject: text({ required: true }),
  preheader: text(),
  sent_at: dateTime({ required: true }),
} as const satisfies Fields

const ofReader = { ...base, kind: 'query', method: 'GET', member: 'required', cached: true } as const

/** The newest newsletters that were sent to the member. */
export const memberNewsletters = call({
  ...ofReader,
  name: 'member-app.newsletters',
  path: at('newsletters'),
  reply: { of: 'object', fields: { newsletters: rows(letterFields, { required: true, max: maxShown }) } },
})

/** One of them with its text, sanitised as that of a post is. Counts no opening. */
export const memberNewsletter = call({
  ...ofReader,
  name: 'member-app.newsletter',
  path: at('newsletters/{ref}'),
  reply: { of: 'object', fields: { ...letterFields, body: text({ required: true, max: 1_000_000, verbatim: true }) } },
})

const refField = { ref: text({ required: true, max: 36 }) }

/** The popup was shown: its frequency counts from now. A guest's app remembers for itself. */
export const popupSeen = call({
  ...base,
  name: 'member-app.seen',
  kind: 'mutation',
  method: 'POST',
  path: at('home/seen'),
  member: 'optional',
  body: refField,
  reply: { of: 'message' },
})

/** A for-you was pressed: counts once a minute for each member, or each guest's address. */
export const forYouClicked = call({
  ...base,
  name: 'member-app.click',
  kind: 'mutation',
  method: 'POST',
  path: at('home/click'),
  member: 'optional',
  body: refField,
  reply: { of: 'message' },
})

const token = text({ required: true, max: 4_096 })

/** Pushes go to this device from now on, for this member alone. As often as the app starts. */
export const deviceRegister = call({
  ...ofMember,
  name: 'member-app.register-device',
  method: 'POST',
  path: at('devices'),
  body: { token, platform: choice(['android', 'ios', 'web'], { required: true }) },
})

/** The member signed out there. */
export const deviceForget = call({ ...ofMember, name: 'member-app.forget-device', method: 'DELETE', path: at('devices'), body: { token } })

/** A push was opened; counts once. `ref` is that of its data, `token` the device's own. */
export const pushOpened = call({
  ...ofMember,
  name: 'member-app.push-opened',
  method: 'POST',
  path: at('push/opened'),
  body: { ...refField, token: text({ max: 4_096 }) },
})
