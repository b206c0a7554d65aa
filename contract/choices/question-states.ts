export const questionStates = ['open', 'answered', 'ended'] as const
