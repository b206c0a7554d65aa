import { postMessage } from '#console/data/base/messages.ts'
import { saveFile } from '#console/kit/files/save-file.ts'

/** Saves everything that waits as a file that the same person can add on another device. Says so where that failed. */
export async function saveOutbox(): Promise<void> {
  try {
    const { exportOutbox } = await import('#console/data/writes/move.ts')
    const { name, file } = await exportOutbox(Date.now())
    await saveFile(file, name)
  } catch {
    postMessage({ kind: 'error', message: 'app.wrong' })
  }
}
