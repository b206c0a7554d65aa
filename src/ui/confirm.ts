import type { Question } from './confirm-window.tsx'

/** Asks before something that cannot be undone. The dialog itself is loaded when it is first needed. */
export async function confirm(question: Question): Promise<boolean> {
  const { ask } = await import('./confirm-window.tsx')
  return ask(question)
}
