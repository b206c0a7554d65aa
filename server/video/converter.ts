/** Program that converts one video, started by convert-apart.ts. It ends with the process that started it, and ffmpeg with it. */
import { type Converted, type ConvertRequest, convert } from './convert.ts'

export type ConvertMessage = { percent: number } | { end: Converted }

const send = (message: ConvertMessage) => new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()))

process.once('disconnect', () => process.exit(1))
process.once('SIGTERM', () => process.exit(1))
process.once('message', async (request: ConvertRequest) => {
  const end = await convert(request, (percent) => void send({ percent }))
  await send({ end })
  process.exit(0)
})
