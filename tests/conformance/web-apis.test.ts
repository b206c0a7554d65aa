/** Every feature that some browser lacks has a line on docs/engines.md, which says what happens without it. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Engine, engines } from './web-apis/compat.ts'
import { decidingFeatures, findUsed, needsLine, readOldest, readPage, readRows, renewPage, renewRows, type Used } from './web-apis/page.ts'

const page = readPage()
const oldest = readOldest(page)
const rows = readRows(page)
let used: Map<string, Used>

beforeAll(async () => {
  used = await findUsed()
})

describe('the page of engines', () => {
  it('has a line for each feature that some browser lacks, and for no other', () => {
    expect(used.size).toBeGreaterThan(500)
    const needed = [...used].filter(([, one]) => needsLine(one, oldest)).map(([feature]) => feature)
    expect(needed.length).toBeGreaterThan(40)
    expect(rows.flatMap(({ features }) => features).sort()).toEqual(needed.sort())
  })

  it('says of each what happens without it', () => {
    expect(rows.filter(({ without }) => !without).map(({ features }) => features.join(', '))).toEqual([])
  })

  it('names files and versions as `npm run web-apis` writes them', () => {
    expect(renewPage(page, used)).toBe(page)
  })

  it('names no older browser than the console needs, and no newer one', () => {
    for (const engine of Object.keys(engines) as Engine[])
      expect([engine, decidingFeatures(used, oldest, engine).length > 0]).toEqual([engine, true])
  })

  it.each(['README.md', 'index.html'])('names the same oldest browsers as %s, where that names any', (file) => {
    const text = readFileSync(file, 'utf8')
    for (const engine of Object.keys(engines) as Engine[])
      for (const [, version] of text.matchAll(new RegExp(`\\b${engine} (\\d+(?:\\.\\d+)?)`, 'g')))
        expect([engine, Number(version)]).toEqual([engine, oldest[engine]])
  })
})

describe('the search for features', () => {
  const filesOf = (feature: string) => used.get(feature)?.files ?? []

  it.each([
    ['a member of an object of the browser', 'api.Navigator.share', 'src/kit/files/save-file.ts'],
    ['a member that is looked for by its name', 'api.Navigator.setAppBadge', 'sw/push.ts'],
    ['an object of the browser', 'api.BarcodeDetector', 'src/sections/product/event/door/read-code.ts'],
    ['an event', 'api.Window.beforeinstallprompt_event', 'src/data/start/install-prompt.ts'],
    ['a handler of an event', 'api.MediaRecorder.error_event', 'src/kit/voice/use-recorder.ts'],
    ['an option of a call', 'api.HTMLElement.focus.options_preventScroll_parameter', 'src/shell/base/kept-place.ts'],
    ['a form of regular expressions', 'javascript.regular_expressions.lookbehind_assertion', 'contract/import/read-phone.ts'],
    ['an attribute', 'html.elements.video.playsinline', 'src/inbox/conversation/lightbox.tsx'],
    ['a property of a class name', 'css.properties.field-sizing', 'src/ui/growing-textarea.tsx'],
    ['a selector', 'css.selectors.has', 'src/styles.css'],
    ['a function of the style', 'css.types.color.light-dark', 'index.html'],
    ['a member of the manifest', 'manifests.webapp.shortcuts', 'src/manifest.ts'],
    ['a type of recordings', 'audio/ogg;codecs=opus', 'src/kit/voice/recording.ts'],
  ])('finds %s', (_, feature, file) => {
    expect(filesOf(feature)).toContain(file)
  })
})

describe('the lines of a page', () => {
  const since = (version: number) => ({ version, isPartial: false })
  const everywhere = { Chromium: since(1), Firefox: since(1), Safari: since(1) }
  const two = new Map<string, Used>([
    ['api.Navigator.share', { files: ['src/a.ts'], since: { ...everywhere, Firefox: since(Number.POSITIVE_INFINITY) } }],
    ['api.Navigator.language', { files: ['src/a.ts'], since: everywhere }],
  ])
  const versions = { Chromium: 111, Firefox: 126, Safari: 16.4 }

  it('get one for a new feature, with nothing said yet', () => {
    expect(renewRows([], two, versions)).toEqual([
      { features: ['api.Navigator.share'], cells: ['`src/a.ts`', '1', 'no', '1'], without: '' },
    ])
  })

  it('lose what is no longer used or what every browser has', () => {
    const row = { features: ['api.Navigator.gone', 'api.Navigator.language'], cells: [], without: 'Nothing.' }
    expect(renewRows([row], two, versions).map(({ features }) => features)).toEqual([['api.Navigator.share']])
  })
})
