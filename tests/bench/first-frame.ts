/**
 * The first frame of a lesson at 480 lines on a slow line with a phone's processor: from its address to what is drawn, at its begin and in its
 * middle. `npx tsx tests/bench/first-frame.ts`.
 */
import { type Browser, chromium } from '@playwright/test'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import { browserFlags } from '#tests/support/browser.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { onePixel } from '#tests/support/example.ts'
import { startServer } from '#tests/support/server.ts'
import { makeVideos } from '#tests/support/videos.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { spread } from './device.ts'

const maxMs = 1_500
const rounds = 7
const patience = 120_000

/** What Lighthouse calls slow 4G, and a phone's processor. */
const line = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const slower = 4

const dataOf = async (answer: Response) => {
  if (!answer.ok) throw new Error(await answer.text())
  return toRecord(toRecord(await answer.json()).data)
}

/** Stores a class with one lesson and returns the signed address of its video. */
async function makeLesson(client: Client, video: Buffer): Promise<string> {
  const { data: categories } = await client.list('/content/in/v1/category', { query: 'model:education' })
  const lesson = { title: 'Pelajaran', minutes: 1, video: { part: 'sections.0.lessons.0.video' } }
  const detail = { title: 'Kelas uji', category: categories[0]?.id, fee_type: 'free', sections: [{ title: 'Bagian', lessons: [lesson] }] }
  const body = new FormData()
  body.append('onlineClassDetail', JSON.stringify(detail))
  body.append('cover', onePixel())
  body.append('sections.0.lessons.0.video', new File([Uint8Array.from(video)], 'lesson.mp4', { type: 'video/mp4' }))
  const { id } = await dataOf(await client.fetch(onlineClass.path, { method: 'POST', body }))
  for (const end = performance.now() + patience; performance.now() < end; ) {
    const { videos } = toRecord(await (await client.fetch(`${onlineClass.path}/${toText(id)}/videos`)).json())
    const [first] = Array.isArray(videos) ? videos.map(toRecord) : []
    if (first?.url) return toText(first.url)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the video is not ready')
}

/** Milliseconds until the frame at a second is drawn. */
async function firstFrame(browser: Browser, origin: string, video: string, second: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  await page.goto(`${origin}/health`)
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', line)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const took = await page.evaluate(
    ([address, at]) =>
      new Promise<number>((resolve, reject) => {
        const element = document.createElement('video')
        element.muted = true
        element.onerror = () => reject(new Error(element.error?.message))
        const began = performance.now()
        element.requestVideoFrameCallback(() => resolve(performance.now() - began))
        element.src = address
        if (at) element.currentTime = at
        document.body.append(element)
        void element.play()
      }),
    [new URL(video, origin).href, second] as const,
  )
  await context.close()
  return took
}

async function main(): Promise<void> {
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } })
  const videos = await makeVideos()
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH || (await findBrowser()), args: browserFlags })
  try {
    const address = await makeLesson(await signInTo(server.url, 'root'), await videos.read('lesson'))
    const [begin, middle]: number[][] = [[], []]
    for (let n = 0; n < rounds; n++) {
      begin?.push(await firstFrame(browser, server.url, address, 0))
      middle?.push(await firstFrame(browser, server.url, address, 15))
    }
    const figures = { rounds, begin_ms: spread(begin ?? []), middle_ms: spread(middle ?? []) }
    console.log(JSON.stringify({ first_frame: figures }, null, 2))
    if (figures.begin_ms.p50 > maxMs) process.exitCode = 1
  } finally {
    await browser.close()
    await videos.close()
    await server.dispose()
  }
}

await main()
