/** Logs failures of alerts and sounds, which are not shown (docs/product/chat.md#alerts). */
import { toText } from '#contract/kit/field/guards.ts'

export function log(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the base contract has it logged and nothing else.
  console.warn('alerts', error instanceof Error ? error.message : toText(error))
}
