/** Processor time of a page's tasks, independent of other load. */
import type { Page } from '@playwright/test'
import { toRecord } from '#contract/kit/field/guards.ts'

/** Processor milliseconds of each main-thread task during `work`, longest first. */
export async function taskTimes(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  const cdp = await page.context().newCDPSession(page)
  const events: Record<string, unknown>[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'] } })
  await work()
  const complete = new Promise((done) => cdp.once('Tracing.tracingComplete', done))
  await cdp.send('Tracing.end')
  await complete
  await cdp.detach()
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && toRecord(args).name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return events
    .filter(({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid} ${tid}`))
    .map(({ tdur }) => Number(tdur ?? 0) / 1_000)
    .sort((a, b) => b - a)
}
