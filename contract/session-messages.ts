/** Messages of docs/product/session.md#session-messages, shown word for word. */
export const sessionMessages = {
  expired: 'access_token expired',
  invalid: 'Invalid access_token',
  failed: 'Failed to login with token.',
} as const
