/** Signing in and out (docs/product/session.md#calls). All on the backend host. */

import { languages } from './choices/languages.ts'
import { passwordLimits } from './choices/password-limits.ts'
import { choice, email, number, object, secret, tags, text } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** The fixed client of the login call. */
export const clientId = 6
export const demoClientSecret = 'lapangan-demo-client'
export const demoPassword = 'lapangan-demo'

export interface SessionUser {
  id: number
  ref: string
  name: string
  email: string
}

/** Response of the login call; stored on the device for the next start. */
export interface Session {
  token: string
  roles: string[]
  permissions: string[]
  roleRead: string[]
  user: SessionUser
  /** Whether the server has the base contract alone: no idempotency, no versions (decision 9). */
  plain?: boolean
  /** Absent for deployments whose image loader needs none. */
  image_key?: string
  /** Encrypts what stays on a device while this person is signed out (decision 75); none of a plain server. */
  device_key?: string
}

const userFields = {
  id: number({ required: true }),
  ref: text({ required: true }),
  name: text({ required: true }),
  email: email({ required: true }),
}
const sessionFields = {
  token: text({ required: true, max: 4_000 }),
  roles: tags({ required: true }),
  permissions: tags({ required: true }),
  roleRead: tags({ required: true }),
  user: object(userFields, { required: true }),
  /** For addresses of pictures (image-loader.ts). */
  image_key: text({ max: 200 }),
  /** Encrypts what stays on a device while the person is signed out. */
  device_key: text({ max: 200 }),
}

/**
 * Device proof, kept between sign-ins: a device that was signed in to the account is not throttled by others' guesses. An addition: clients
 * of the base contract do not have it.
 */
const device = text({ max: 2_000, verbatim: true })

/** A session started on this device. */
const begunFields = { ...sessionFields, device }

/** Starts a session, or refuses with `second_factor` (403) and the `challenge` for a second step. */
export const login = call({
  name: 'session.login',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: '/admin/public/v1/login',
  permission: 'public',
  body: {
    username: text({ required: true, max: 160 }),
    password: secret({ required: true }),
    client_id: number({ required: true, integer: true }),
    client_secret: secret({ required: true }),
    device,
  },
  reply: { of: 'object', fields: begunFields },
})

const challenge = text({ required: true, max: 2_000, verbatim: true })
/** Six digits of the app, or a recovery code. */
const code = text({ required: true, max: 40 })

/** Second step: a code of the app, or a recovery code. */
export const loginCode = call({
  name: 'session.login-code',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: '/admin/public/v1/login/code',
  permission: 'public',
  body: { challenge, code, device },
  reply: { of: 'object', fields: begunFields },
})

/** Set-up data of an authenticator app: as QR code, or typed. */
export const setupFields = { secret: text({ required: true }), uri: text({ required: true, max: 500 }) }

/** For a role that requires a second factor and a person without one: set up before the session. */
export const loginSetup = call({
  name: 'session.login-setup',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: '/admin/public/v1/login/second-factor',
  permission: 'public',
  body: { challenge },
  reply: { of: 'object', fields: setupFields },
})

/** Starts the session with the app's first code; returns recovery codes, once. */
export const loginConfirm = call({
  name: 'session.login-confirm',
  kind: 'mutation',
  host: 'backend',
  method: 'PUT',
  path: '/admin/public/v1/login/second-factor',
  permission: 'public',
  body: { challenge, code, device },
  reply: { of: 'object', fields: { ...begunFields, recovery_codes: tags({ required: true }) } },
})

/** User of the token, with current roles and permissions. */
export const me = call({
  name: 'session.me',
  kind: 'query',
  host: 'backend',
  method: 'GET',
  path: '/admin/in/v1/me',
  permission: 'signed-in',
  reply: { of: 'object', fields: sessionFields },
  silent: true,
})

export const requestForgetPassword = call({
  name: 'session.forget',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: '/admin/public/v1/request-forget-password',
  permission: 'public',
  /** The language of the console is that of the mail, unless the account has one. */
  body: { email: email({ required: true, max: 160 }), device, language: choice(languages) },
  reply: { of: 'message' },
})

export const validateResetPassword = call({
  name: 'session.validate-reset',
  kind: 'query',
  host: 'backend',
  method: 'GET',
  path: '/admin/public/v1/validate-reset-password',
  permission: 'public',
  query: { token: text({ required: true, max: 200 }) },
  reply: { of: 'message' },
})

export const resetPassword = call({
  name: 'session.reset',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: '/admin/public/v1/reset-password',
  permission: 'public',
  body: {
    token: text({ required: true, max: 200 }),
    password: secret({ required: true, ...passwordLimits }),
    confirm_password: secret({ required: true }),
  },
  rules: [{ field: 'confirm_password', code: 'password_differs', test: (record) => record.password === record.confirm_password }],
  reply: { of: 'message' },
})

export const logout = call({
  name: 'session.logout',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: '/admin/in/v1/logout',
  permission: 'signed-in',
  reply: { of: 'message' },
  silent: true,
})
