/** One's own account: password, second factor and sessions; and the sessions of others, for those who may change them. */

import { passwordLimits } from './choices/password-limits.ts'
import { dateTime, flag, number, rows, secret, tags, text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'
import { setupFields } from './session.ts'

const own = '/admin/in/v1/me'
const users = '/admin/in/v1/users/{id}'

const sessionEntry = {
  /** Names the session; it signs nobody in. */
  id: text({ required: true }),
  /** Such as 'Chrome, Android'; empty where the client did not say. */
  device: text(),
  address: text(),
  created_at: dateTime({ required: true }),
  /** To within five minutes. */
  last_used: dateTime({ required: true }),
  /** The one that asks. */
  current: flag({ required: true }),
}
const sessionList = { sessions: rows(sessionEntry, { required: true }) }

export interface SessionEntry {
  id: string
  device: string
  address: string
  created_at: string
  last_used: string
  current: boolean
}

export interface AccountSecurity {
  second_factor: boolean
  /** A role asks for it: it cannot be removed. */
  second_factor_required: boolean
  recovery_codes_left: number
}

/** The old password ends every other session; wrong ones are counted. */
export const changePassword = call({
  name: 'account.password',
  kind: 'mutation',
  host: 'backend',
  method: 'PUT',
  path: `${own}/password`,
  permission: 'signed-in',
  body: {
    old_password: secret({ required: true }),
    password: secret({ required: true, ...passwordLimits }),
    confirm_password: secret({ required: true }),
  },
  rules: [{ field: 'confirm_password', code: 'password_differs', test: (record) => record.password === record.confirm_password }],
  reply: { of: 'message' },
})

export const accountSecurity = call({
  name: 'account.security',
  kind: 'query',
  host: 'backend',
  method: 'GET',
  path: `${own}/security`,
  permission: 'signed-in',
  reply: {
    of: 'object',
    fields: {
      second_factor: flag({ required: true }),
      second_factor_required: flag({ required: true }),
      recovery_codes_left: number({ required: true, integer: true }),
    },
  },
})

/** Begins to set up an app for sign-in codes; the one before stays until the first code of the new one was right. */
export const setUpSecondFactor = call({
  name: 'account.second-factor-setup',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: `${own}/second-factor`,
  permission: 'signed-in',
  body: { password: secret({ required: true }) },
  reply: { of: 'object', fields: setupFields },
})

const code = text({ required: true, max: 40 })

/** The first code of the app: from now on signing in asks for one. Recovery codes are shown this once. */
export const confirmSecondFactor = call({
  name: 'account.second-factor-confirm',
  kind: 'mutation',
  host: 'backend',
  method: 'PUT',
  path: `${own}/second-factor`,
  permission: 'signed-in',
  body: { code },
  reply: { of: 'object', fields: { recovery_codes: tags({ required: true }) } },
})

/** New recovery codes; the old ones end. */
export const renewRecoveryCodes = call({
  name: 'account.recovery-codes',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: `${own}/recovery-codes`,
  permission: 'signed-in',
  body: { password: secret({ required: true }) },
  reply: { of: 'object', fields: { recovery_codes: tags({ required: true }) } },
})

/** Refused while a role of the person asks for a second factor. */
export const removeSecondFactor = call({
  name: 'account.second-factor-remove',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: `${own}/second-factor/remove`,
  permission: 'signed-in',
  body: { password: secret({ required: true }) },
  reply: { of: 'message' },
})

export const ownSessions = call({
  name: 'account.sessions',
  kind: 'query',
  host: 'backend',
  method: 'GET',
  path: `${own}/sessions`,
  permission: 'signed-in',
  reply: { of: 'object', fields: sessionList },
})

export const endOwnSession = call({
  name: 'account.session-end',
  kind: 'mutation',
  host: 'backend',
  method: 'DELETE',
  path: `${own}/sessions/{session_id}`,
  permission: 'signed-in',
  reply: { of: 'message' },
})

/** All but the one that asks. */
export const endOtherSessions = call({
  name: 'account.sessions-end',
  kind: 'mutation',
  host: 'backend',
  method: 'DELETE',
  path: `${own}/sessions`,
  permission: 'signed-in',
  reply: { of: 'message' },
})

/** Sessions and second factor of a user who holds nothing that the caller lacks. */
export const userSessions = call({
  name: 'user.sessions',
  kind: 'query',
  host: 'main',
  method: 'GET',
  path: `${users}/sessions`,
  permission: 'update user',
  reply: { of: 'object', fields: { ...sessionList, second_factor: flag({ required: true }) } },
})

export const endUserSession = call({
  name: 'user.session-end',
  kind: 'mutation',
  host: 'main',
  method: 'DELETE',
  path: `${users}/sessions/{session_id}`,
  permission: 'update user',
  reply: { of: 'message' },
})

export const endUserSessions = call({
  name: 'user.sessions-end',
  kind: 'mutation',
  host: 'main',
  method: 'DELETE',
  path: `${users}/sessions`,
  permission: 'update user',
  reply: { of: 'message' },
})

/** For somebody who lost their app and their recovery codes; ends their sessions. */
export const resetSecondFactor = call({
  name: 'user.second-factor-reset',
  kind: 'mutation',
  host: 'main',
  method: 'DELETE',
  path: `${users}/second-factor`,
  permission: 'update user',
  reply: { of: 'message' },
})

/** Mails the link to choose a password once more, to somebody who has not chosen one yet. */
export const inviteAgain = call({
  name: 'user.invite',
  kind: 'mutation',
  host: 'main',
  method: 'POST',
  path: `${users}/invite`,
  permission: 'update user',
  reply: { of: 'message' },
})

/** Whom to ask for an account or a role: at most ten who may make users. */
export const whoInvites = call({
  name: 'account.who-invites',
  kind: 'query',
  host: 'backend',
  method: 'GET',
  path: `${own}/who-invites`,
  permission: 'signed-in',
  reply: {
    of: 'object',
    fields: { people: rows({ name: text({ required: true }), email: text({ required: true }) }, { required: true }) },
  },
})
