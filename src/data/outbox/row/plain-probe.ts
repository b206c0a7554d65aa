import type { ConsoleConfig } from '#contract/config.ts'
import { validateResetPassword } from '#contract/session.ts'

/**
 * Where a server that speaks the base contract alone can be asked whether it is there: their one public question. Whatever it
 * answers in JSON is its word; a captive portal shows a page.
 */
export const plainProbe = ({ backend }: ConsoleConfig['hosts']): string =>
  `${backend.replace(/\/$/, '')}${validateResetPassword.path}?token=probe`
