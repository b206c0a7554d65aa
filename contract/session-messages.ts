/** Messages of docs/product/session.md#session-messages, verbatim. */
export const sessionMessages = {
  expired: 'access_token expired',
  invalid: 'Invalid access_token',
  failed: 'Failed to login with token.',
} as const
