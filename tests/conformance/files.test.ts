/** Files are saved, opened and shared at one place, which knows what an iPhone cannot (docs/product/files.md#saving-and-opening-files). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Ways to make a download, to open a tab or to leave the page, and the files that may, with what they do. */
const ways: readonly { what: string; pattern: RegExp; allowed: Readonly<Record<string, string>> }[] = [
  {
    what: 'makes a download',
    pattern: /\bdownload(?:=|:|\b(?=[\s/>]*>))(?!\s*\()|\.download\s*=|showSaveFilePicker/,
    allowed: { 'src/kit/files/save-file.ts': 'the one place' },
  },
  {
    what: 'shares',
    pattern: /navigator\.(?:share|canShare)\b/,
    allowed: { 'src/kit/files/save-file.ts': 'the one place' },
  },
  {
    what: 'makes an object URL',
    pattern: /createObjectURL/,
    allowed: {
      'src/kit/files/save-file.ts': 'the one place',
      'src/kit/form/values/use-address.ts': 'shows what a person chose or fetched, while it is shown',
      'src/sections/promotion/landing-page/use-landing.ts': 'shows chosen pictures in the preview',
      'src/data/chat/media.ts': 'shows and plays what a message carries',
      'src/data/chat/ringer.ts': 'the sound of an alert',
      'src/data/uploads/draw-poster.ts': 'reads a frame of a chosen video',
    },
  },
  {
    what: 'opens a tab by script',
    pattern: /window\.open\(/,
    allowed: {
      'src/kit/files/open-file.ts': 'the one place',
      'src/kit/list/screen/list-table.tsx': 'a record of the console, within the press',
    },
  },
  {
    what: 'replaces the page',
    pattern: /location\.assign\(|location\.href\s*=[^=]/,
    allowed: { 'src/kit/files/open-file.ts': 'the tab that was opened for the file' },
  },
  {
    what: 'links to a tab of its own',
    pattern: /target="_blank"|'target', '_blank'|target: '_blank'/,
    allowed: {
      'src/kit/files/file-link.tsx': 'the one place for files',
      'src/kit/form/values/clean-html.ts': 'links that people wrote into texts',
      'src/kit/form/inputs/rich-text/schema.ts': 'links that people wrote into texts',
      'src/kit/form/screen/record-detail.tsx': 'an address of the web that somebody entered',
      'src/kit/list/table/row-link.tsx': 'a record of the console',
      'src/kit/parts/public-address.tsx': 'a public page',
      'src/sections/member/member/contact-bar.tsx': 'WhatsApp',
      'src/leads/board/board-card.tsx': 'a record of the console',
      'src/leads/phone-links.tsx': 'WhatsApp',
      'src/inbox/conversation/message-text.tsx': 'a link that a customer wrote',
      'src/inbox/panel/side-panel.tsx': 'WhatsApp',
      'src/inbox/parts/chips.tsx': 'the advertisement that brought the chat',
      'src/inbox/parts/details.tsx': 'a place on a map',
    },
  },
]

/** Strips comments, which may name a way. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ file: join('src', name).replaceAll('\\', '/'), code: codeOf(readFileSync(join('src', name), 'utf8')) }))

it.each(ways)('a place that $what is the one of all files, or says what it opens', ({ pattern, allowed }) => {
  const found = sources.filter(({ code }) => pattern.test(code)).map(({ file }) => file)
  expect(found.sort()).toEqual(Object.keys(allowed).sort())
})
