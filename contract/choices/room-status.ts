/** A module of its own, because the URL of the inbox is parsed before the chat is loaded. */
export const roomStatuses = ['open', 'pending', 'resolved'] as const
