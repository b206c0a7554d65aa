// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { drawPoster, posterAt, posterSize } from './draw-poster.ts'

afterEach(() => vi.restoreAllMocks())

/** A video that plays as far as a poster needs; `fails` stands for a codec that the browser lacks. */
function pretendVideo(fails: boolean) {
  const seeks: number[] = []
  const create = document.createElement.bind(document)
  const picture = new Blob(['jpeg'], { type: 'image/jpeg' })
  const drawn: number[][] = []
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const made = create(name)
    if (made instanceof HTMLVideoElement) {
      Object.defineProperties(made, {
        duration: { value: 30 },
        videoWidth: { value: 2_560 },
        videoHeight: { value: 1_440 },
        src: { set: () => queueMicrotask(() => made.dispatchEvent(new Event(fails ? 'error' : 'loadedmetadata'))) },
        currentTime: {
          set: (at: number) => {
            seeks.push(at)
            queueMicrotask(() => made.dispatchEvent(new Event('seeked')))
          },
        },
        load: { value: () => undefined },
      })
    }
    if (made instanceof HTMLCanvasElement) {
      Object.defineProperties(made, {
        getContext: { value: () => ({ drawImage: (_: unknown, ...box: number[]) => drawn.push(box) }) },
        toBlob: { value: (done: (blob: Blob) => void) => done(picture) },
      })
    }
    return made
  })
  return { seeks, drawn, picture }
}

it('drawPoster takes the picture at a tenth of the length, of 1,280 pixels at most', async () => {
  const { seeks, drawn, picture } = pretendVideo(false)
  expect(await drawPoster(new Blob(['video']))).toBe(picture)
  expect(seeks).toEqual([3])
  expect(drawn).toEqual([[0, 0, 1_280, 720]])
})

it('drawPoster gives no picture of what the browser does not play', async () => {
  pretendVideo(true)
  expect(await drawPoster(new Blob(['text']))).toBeNull()
})

it('posterSize keeps the shape, enlarges nothing, and knows what has no picture', () => {
  expect([posterSize(640, 360), posterSize(1_080, 1_920), posterSize(0, 0)]).toEqual([
    { width: 640, height: 360 },
    { width: 720, height: 1_280 },
    null,
  ])
  expect([posterAt(30), posterAt(Number.POSITIVE_INFINITY), posterAt(Number.NaN)]).toEqual([3, 0, 0])
})
