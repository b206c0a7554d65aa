/** How long a page itself works at a time, whoever else the machine serves meanwhile: time of its thread, not of the clock. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

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
      .filter(({ name, args }) => name === 'thread_name' && Object(args).name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return events
    .filter(({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid} ${tid}`))
    .map(({ tdur }) => Number(tdur ?? 0) / 1_000)
    .sort((a, b) => b - a)
}

/** Ticks of all processors so far, and those of them that the host gave to other machines. Linux alone says so. */
export function processorTime(): { all: number; stolen: number } {
  try {
    const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1, 9).map(Number) ?? []
    return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 }
  } catch {
    return { all: Number.NaN, stolen: Number.NaN }
  }
}
