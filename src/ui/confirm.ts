import type { Answer, Question } from './confirm-window.tsx'

/** Asks before something that cannot be undone, and which of two ways is meant. The dialog itself is loaded when it is first needed. */
export async function choose(question: Question & { alternative: string }): Promise<Answer> {
  const { ask } = await import('./confirm-window.tsx')
  return ask(question)
}

/** Asks before something that cannot be undone. */
export async function confirm(question: Question): Promise<boolean> {
  const { ask } = await import('./confirm-window.tsx')
  return (await ask(question)) === 'yes'
}
