import { postMessage } from '#console/data/base/messages.ts'
import { reasonOf } from '#console/kit/text/reason.ts'

/** Awaits a change, and shows a toast with the reason when it failed. Resolves to whether it succeeded. */
export async function reportFailure(doing: Promise<unknown>): Promise<boolean> {
  try {
    await doing
    return true
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
    return false
  }
}
