/** One's own account: password, second factor, sessions; also sessions of other users, for those who may edit them. */

import { passwordLimits } from './choices/password-limits.ts'
import { dateTime, flag, number, rows, secret, tags, text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'
import { setupFields } from './session.ts'

const own = '/admin/in/v1/me'
const users = '/admin/in/v1/users/{id}'

const sessionEntry = {
  /** Id of the session; no credential. */
  id: text({ required: true }),
  /** Such as 'Chrome, Android'; empty if unknown. */
  device: text(),
  address: text(),
  created_at: dateTime({ required: true }),
  /** To within five minutes. */
  last_used: dateTime({ required: true }),
  /** The caller's own. */
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
  /** Required by a role: it cannot be removed. */
  second_factor_required: boolean
  recovery_codes_left: number
}

/** Ends all other sessions. Wrong old passwords are counted. */
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

/** Starts the set-up of an authenticator app; the former one works until the new one is confirmed. */
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

/** Confirms the app with its first code: sign-in needs one from now on. Returns recovery codes, once. */
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

/** Replaces the recovery codes. */
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

/** Refused while a role of the person requires it. */
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

/** All but the caller's. */
export const endOtherSessions = call({
  name: 'account.sessions-end',
  kind: 'mutation',
  host: 'backend',
  method: 'DELETE',
  path: `${own}/sessions`,
  permission: 'signed-in',
  reply: { of: 'message' },
})

/** Sessions and second factor of a user with no permission beyond the caller's. */
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

/** For a user without app and recovery codes; ends their sessions. */
export const resetSecondFactor = call({
  name: 'user.second-factor-reset',
  kind: 'mutation',
  host: 'main',
  method: 'DELETE',
  path: `${users}/second-factor`,
  permission: 'update user',
  reply: { of: 'message' },
})

/** Mails the password link again, to users who have not chosen a password. */
export const inviteAgain = call({
  name: 'user.invite',
  kind: 'mutation',
  host: 'main',
  method: 'POST',
  path: `${users}/invite`,
  permission: 'update user',
  reply: { of: 'message' },
})

/** At most ten people who may create users, for requests of an account. */
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
