/** Failures of alerts and sounds go to the console, not to the person (docs/product/chat.md#alerts). */
import { toText } from '#contract/kit/field/guards.ts'

export function log(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the base contract has it logged and nothing else.
  console.warn('alerts', error instanceof Error ? error.message : toText(error))
}
