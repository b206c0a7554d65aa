/** Signing in and out (part-1 sections 4 and 7). All on the backend host. */
import { call } from './kit/call.ts'
import { email, number, object, secret, tags, text } from './kit/field.ts'

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
  /** True of a server that speaks the specifications alone: it repeats what is sent twice, and knows no versions (decision 9). */
  plain?: boolean
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
}

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
    client_id: number({ required: true, whole: true }),
    client_secret: secret({ required: true }),
  },
  reply: { of: 'object', fields: sessionFields },
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
  quiet: true,
})

export const requestForgetPassword = call({
  name: 'session.forget',
  kind: 'mutation',
  host: 'backend',
  method: 'POST',
  path: '/admin/public/v1/request-forget-password',
  permission: 'public',
  body: { email: email({ required: true, max: 160 }) },
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
    password: secret({ required: true, min: 10, max: 128 }),
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
  quiet: true,
})

export const sessionCalls = [login, me, requestForgetPassword, validateResetPassword, resetPassword, logout]
