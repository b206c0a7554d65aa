/** A module of its own: the inbox URL is parsed before the chat is loaded. */
export const roomStatuses = ['open', 'pending', 'resolved'] as const
