/** By itself, because the address of the inbox is read before anything of the chat is loaded. */
export const roomStatuses = ['open', 'pending', 'resolved'] as const
