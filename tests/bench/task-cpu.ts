/** Duration of the tasks of a page in processor time of its thread, independent of the machine's other load. */
import type { Page } from '@playwright/test'
import { toRecord } from '#contract/kit/field/guards.ts'

/** Milliseconds of processor time of each task of the page's main thread while `work` runs, the longest first. */
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
