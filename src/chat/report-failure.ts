import { postMessage } from '#console/data/messages.ts'
import { reasonOf } from '#console/kit/reason.ts'

/** Waits for what was asked, and says why when it could not be kept. Answers whether it was. */
export async function reportFailure(doing: Promise<unknown>): Promise<boolean> {
  try {
    await doing
    return true
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
    return false
  }
}
