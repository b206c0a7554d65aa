import type { Answer, Question } from './confirm-window.tsx'

/** Asks before an irreversible action with two variants. The dialog is loaded at first use. */
export async function choose(question: Question & { alternative: string }): Promise<Answer> {
  const { ask } = await import('./confirm-window.tsx')
  return ask(question)
}

/** Asks before an irreversible action. */
export async function confirm(question: Question): Promise<boolean> {
  const { ask } = await import('./confirm-window.tsx')
  return (await ask(question)) === 'yes'
}
