/** Events of the security log, which every program of the server writes (contract/sections/auth/security-log.ts lists them). */
export const securityEvents = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'refused',
  'password-link',
  'password-reset',
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'second-factor-failed',
  'recovery-code-used',
  'session-ended',
  'user-created',
  'user-changed',
  'user-deleted',
  'role-created',
  'role-changed',
  'role-deleted',
  'export',
  'restored',
] as const
export type SecurityEvent = (typeof securityEvents)[number]
