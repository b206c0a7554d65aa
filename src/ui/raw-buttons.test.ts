import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * Buttons that save, send, delete, decide or call the server ignore a second press within a second (docs/product/forms.md#second-press), as
 * `Button` does. A plain `<button>` only opens, chooses or folds, or is `guarded` by usePressGuard.
 */
const plain: Readonly<Record<string, readonly string[]>> = {
  'src/ui/button.tsx': ['guarded: Button itself'],
  'src/inbox/parts/emoji-grid.tsx': ['chooses a sign and closes the list'],
  'src/inbox/parts/marks.tsx': ['unfolds former texts'],
  'src/inbox/parts/reactions.tsx': ['guarded: sets a reaction', 'guarded: takes it away'],
  'src/inbox/composer/file-tray.tsx': ['takes a file out of what is not sent yet'],
  'src/inbox/composer/template-picker.tsx': ['chooses a template, to be filled in before it is sent'],
  'src/inbox/conversation/bubble.tsx': ['opens a reply, to be written', 'opens the emoji of a reaction'],
  'src/inbox/conversation/media.tsx': ['opens a picture', 'opens a video', 'guarded: saves a file'],
  'src/inbox/conversation/message-text.tsx': ['unfolds a long text'],
  'src/inbox/room/quote.tsx': ['goes to the message that is quoted'],
  'src/inbox/conversation/room-header.tsx': ['opens the panel of the room'],
  'src/inbox/list/status-tabs.tsx': ['chooses a status to show'],
  'src/inbox/panel/work-card.tsx': ['guarded: takes a tag off the room'],
  'src/kit/form/screen/form-header.tsx': ['nothing: there is no record before or after'],
  'src/kit/form/screen/record-tabs.tsx': ['shows a tab'],
  'src/kit/form/inputs/choice-input.tsx': ['chooses a value of the form'],
  'src/kit/form/inputs/colour-input.tsx': ['chooses a colour of the form'],
  'src/kit/form/inputs/file-input.tsx': ['takes the file out of the form'],
  'src/kit/form/inputs/reference-input.tsx': ['opens the list', 'empties the field of the form', 'takes one out of the form'],
  'src/kit/form/inputs/video-input.tsx': ['takes the video out of the form'],
  'src/kit/form/inputs/tags-input.tsx': ['takes a tag out of the form'],
  'src/kit/list/filters/field-filter.tsx': ['chooses a filter'],
  'src/kit/parts/marks.tsx': ['opens the window of a conflict'],
  'src/kit/list/table/sort-button.tsx': ['chooses the order: ascending, descending, none'],
  'src/kit/list/filters/view-tabs.tsx': ['chooses a saved view'],
  'src/kit/parts/private-file.tsx': ['opens the file, in a tab of its own or over the app'],
  'src/kit/voice/voice-player.tsx': ['plays and pauses: a second press must stop the sound'],
  'src/kit/form/inputs/rich-text/picture-window.tsx': ['chooses a picture'],
  'src/leads/attachments/attachment-item.tsx': ['guarded: saves a document; a recording unfolds at every press'],
  'src/leads/quick-filters.tsx': ['chooses what is due', 'chooses a status'],
  'src/leads/status-cell.tsx': ['opens the menu, before it is loaded', 'opens the menu'],
  'src/shell/frame/account-button.tsx': ['opens the menu of the account'],
  'src/shell/frame/bottom-bar.tsx': ['opens the menu of all screens'],
  'src/shell/menu/menu.tsx': ['pins an entry for this person', 'folds a group'],
  'src/shell/login/demo-accounts.tsx': ['fills in the form; sends nothing'],
  'src/sections/member/member/activity.tsx': ['chooses a section to show'],
  'src/sections/product/event/door/ticket-input.tsx': ['guarded: admits a person'],
  'src/sections/promotion/landing-page/block-node.tsx': ['unfolds a block'],
  'src/sections/promotion/landing-page/blocks-editor.tsx': ['shows the blocks or the preview'],
  'src/sections/promotion/newsletter/recipients.tsx': ['chooses a state to show'],
  'src/sections/promotion/promotion-code/form-tabs.tsx': ['shows a tab'],
  'src/sections/stock/stock-sector/icon-input.tsx': ['chooses a value of the form'],
  'src/sections/stock/tanya-saham/chat-header.tsx': ['opens the panel of the chat'],
  'src/sections/stock/tanya-saham/gallery.tsx': ['opens a picture', 'opens its chat'],
}

/** Toggles by Button accept every press, unless they are `guarded` by `repeats={false}`. */
const toggles: Readonly<Record<string, readonly string[]>> = {
  'src/inbox/screen/chat-screen.tsx': ['shows the boxes to choose rooms by'],
  'src/inbox/conversation/room-header.tsx': ['opens the panel of the room'],
  'src/inbox/panel/work-card.tsx': ['guarded: marks the room as unread'],
  'src/kit/form/inputs/rich-text/tool-button.tsx': ['formats what is chosen in the text'],
  'src/kit/list/filters/body-switch.tsx': ['shows the table or the board'],
  'src/kit/parts/date-picker.tsx': ['chooses a month of the field', 'chooses a day of the field'],
  'src/sections/content/post/preview.tsx': ['shows the post on a phone or a wide screen'],
  'src/sections/promotion/newsletter/preview.tsx': ['shows the mail on a phone or a laptop', 'shows it in the dark'],
  'src/sections/stock/tanya-saham/chat-header.tsx': ['opens the panel of the chat'],
  'src/shell/account/password-input.tsx': ['shows the password'],
  'src/shell/preferences/speech-settings.tsx': ['mutes this device'],
}

/** Ways to render a button without `Button`. */
const drawn = /<button\b|<input\b[^>]*\btype="(?:button|submit|image|reset)"|\brole="button"|createElement\(\s*'button'/g

/** Strips comments, which may contain code. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ file: join('src', name).replaceAll('\\', '/'), code: codeOf(readFileSync(join('src', name), 'utf8')) }))

const counted = (pattern: RegExp) =>
  Object.fromEntries(
    sources.flatMap(({ file, code }) => {
      const count = code.match(pattern)?.length ?? 0
      return count > 0 ? [[file, count]] : []
    }),
  )
const countsOf = (known: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(known).map(([file, presses]) => [file, presses.length]))

/** Files listed as guarded without the guard. */
function unguarded(known: Readonly<Record<string, readonly string[]>>, guard: RegExp) {
  const guarded = Object.entries(known).flatMap(([file, presses]) => (presses.some((each) => each.startsWith('guarded:')) ? [file] : []))
  expect(guarded.length).toBeGreaterThan(0)
  return guarded.filter((file) => !sources.some((source) => source.file === file && guard.test(source.code)))
}

it('a button that is not drawn by Button is listed, and harmless when pressed twice', () => {
  expect(counted(drawn)).toEqual(countsOf(plain))
  expect(unguarded(plain, /\busePressGuard\(/)).toEqual([])
})

it('a toggle that accepts every press is listed, and changes only this screen or device', () => {
  expect(counted(/<Button\b[^<]*?\saria-pressed=/g)).toEqual(countsOf(toggles))
  expect(unguarded(toggles, /\saria-pressed=[^<]*?\srepeats=\{false\}/)).toEqual([])
})
