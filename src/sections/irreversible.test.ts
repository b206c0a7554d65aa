import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { allSections } from '#tests/support/sections.ts'

const sources = readdirSync('src/sections', { encoding: 'utf8', recursive: true })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(`src/sections/${path}`, 'utf8') }))
const mutations = allSections.flatMap((section) =>
  Object.entries(section.calls).flatMap(([name, options]) => {
    const call = sectionCall(section, name)
    return call.kind === 'mutation' ? [{ section, name, options, call, key: `${section.name}.${name}` }] : []
  }),
)
/** Asked for in a window, which is closed without saving. */
const opensForm = ({ options, call }: (typeof mutations)[number]) =>
  options.placement !== undefined && Object.keys(call.body ?? {}).some((field) => field !== 'id' && field !== 'ids')

/** Calls without a button of the kit that are no decisions: a question to the bot, and a file with a window of its own. */
const sent = ['stock.importPrices', 'bot-conversation.ask']

it('every call that a press makes asks first, opens a window, or names what takes it back', () => {
  expect(mutations.length).toBeGreaterThan(30)
  const sudden = mutations.filter((each) => !each.options.confirm && !each.options.undoneBy && !opensForm(each))
  expect(sudden.map(({ key }) => key)).toEqual(sent)
})

it('what takes a call back is a call of its section, or the delete of what it made', () => {
  for (const { section, key, options } of mutations) {
    if (!options.undoneBy) continue
    const [name = '', action] = options.undoneBy.split('.')
    const isCall = Object.hasOwn(section.calls, name)
    const isRemoval = action === 'remove' && allSections.some((each) => each.name === name && each.actions.includes('delete'))
    expect(isCall || isRemoval, `${key}: ${options.undoneBy}`).toBe(true)
  }
})

it('a screen that makes a call of its own asks where the call says so', () => {
  const own = mutations.filter(({ options }) => options.confirm && !options.placement)
  expect(own.map(({ key }) => key)).toContain('tanya-saham.end')
  for (const { name, key } of own) {
    const maker = sources.find(({ text }) => new RegExp(`(sectionCall|runCall|ask)\\([^)]*'${name}'`).test(text))
    const folder = maker?.path.slice(0, maker.path.lastIndexOf('/')) ?? '-'
    expect(
      sources.some(({ path, text }) => path.startsWith(folder) && text.includes('confirm(')),
      key,
    ).toBe(true)
  }
})

it('a section whose records are sent to an audience asks before a save', () => {
  const sending = allSections.filter(({ calls }) => Object.hasOwn(calls, 'audience'))
  expect(sending.map(({ name }) => name)).toEqual(expect.arrayContaining(['newsletter', 'push-notification']))
  for (const { name } of sending) {
    const screens = sources.find(({ path }) => path.endsWith(`/${name}.tsx`))
    expect(screens?.text, name).toMatch(/^ {2}confirmSave,$/m)
  }
})
