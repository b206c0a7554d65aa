/** Marks and states that came before their message: put on it once it is here (docs/product/whatsapp.md#marks). */
import type { Batch } from './batch.ts'
import { type InboundMark, type InboundStatus, subjectOf } from './inbound.ts'
import { storeRaws } from './raw-items.ts'
import { takeMark } from './take-mark.ts'
import { takeStatus } from './take-status.ts'

type Early = InboundMark | InboundStatus

/** Whether its message is here. For a mark, what stands in its place is enough. */
export function isPlaceable({ known }: Batch, item: Early): boolean {
  const message = known.get(subjectOf(item))
  return message !== undefined && (item.type === 'mark' || message.marks?.standIn !== 'mark')
}

/** Takes those of before and of this batch whose message is here by now, and keeps the others until it is (kept-items.ts). */
export async function takeEarly(batch: Batch, before: readonly Early[]): Promise<void> {
  const early = batch.early.splice(0)
  for (const item of [...before, ...early]) {
    if (!isPlaceable(batch, item)) continue
    if (item.type === 'mark') await takeMark(batch, item)
    else await takeStatus(batch, item)
  }
  const waiting = early
    .filter((item) => !isPlaceable(batch, item))
    .flatMap((item) => (item.kept ? { ...item.kept(), outcome: 'waiting' as const, target: subjectOf(item) } : []))
  await storeRaws(batch.platform.database, batch.tx, waiting)
}
