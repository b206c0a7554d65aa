/** Messages of part-1 sections 4 and 8, shown word for word. */
export const sessionMessages = {
  expired: 'access_token expired',
  invalid: 'Invalid access_token',
  failed: 'Failed to login with token.',
} as const
