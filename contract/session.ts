/** Signing in and out (docs/product/session.md#calls). All on the backend host. */

import { passwordLimits } from './choices/password-limits.ts'
import { email, number, object, secret, tags, text } from './kit/field/field.ts'
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

/** Answer of the login call; kept on the device and read back on the next start. */
export interface Session {
  token: string
  roles: string[]
  permissions: string[]
  roleRead: string[]
  user: SessionUser
  /** True of a server that speaks the base contract alone: it repeats what is sent twice, and knows no versions (decision 9). */
  plain?: boolean
  /** Absent where another deployment's image loader asks for none. */
  image_key?: string
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
  /** Goes with the addresses of pictures (image-loader.ts). */
  image_key: text({ max: 200 }),
}

/**
 * What a device keeps between sign-ins, and brings along: it was signed in to the account before, so guesses from elsewhere
 * do not hold it up. An addition: clients of the base contract neither send nor read it.
 */
const device = text({ max: 2_000, verbatim: true })

/** A session has begun on this device. */
const begunFields = { ...sessionFields, device }

/** Begins a session, or says with `second_factor` (403) that a second step is needed, and with which `challenge`. */
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

/** The second step: a code of the person's app, or one of their recovery codes. */
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

/** What an app for sign-in codes is set up with: by its QR code, or typed in. */
export const setupFields = { secret: text({ required: true }), uri: text({ required: true, max: 500 }) }

/** Where a role demands a second factor of somebody who has none yet: it is set up before the session begins. */
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

/** The first code of the app begins the session; recovery codes are shown this once. */
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

/** Who the token stands for now; roles and permissions as they are on the server. */
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
  body: { email: email({ required: true, max: 160 }), device },
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
