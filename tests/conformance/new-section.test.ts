import { spawnSync } from 'node:child_process'
import { transformWithOxc } from 'vite'
import { expect, it } from 'vitest'
import { toRecord } from '#contract/kit/field/guards.ts'

const make = (...words: string[]) =>
  spawnSync(process.execPath, ['scripts/new-section.mjs', 'cash-gift', '--print', ...words], { encoding: 'utf8' })

it('new:section writes a definition, a table, words and a line for each registry', async () => {
  const kinds = ['name:text!', 'kind:choice!=FIXED|PERCENT', 'campaign_id:reference=campaign', 'papers:files']
  const { stdout, stderr } = make('--group', 'promotion', '--resource', 'promotion', ...kinds, 'steps:rows=title:text!,amount:money')
  expect(stderr).toBe('')
  const files = toRecord(JSON.parse(stdout))
  const text = (file: string) => String(files[file])
  for (const file of Object.keys(files).filter((each) => each.endsWith('.ts'))) await transformWithOxc(text(file), file)
  const definition = text('contract/sections/promotion/cash-gift.ts')
  expect(definition).toContain("kind: choice(['FIXED', 'PERCENT'], { required: true })")
  expect(definition).toContain("campaign_id: reference({ to: 'campaign' })")
  expect(definition).toContain('steps: rows({ title: text({ required: true }), amount: money() })')
  expect(definition).toContain("encoding: 'multipart'")
  const table = text('server/db/tables/cash-gift.ts')
  expect(table).toContain('papers: json<StoredFile[]>().notNull().default([])')
  expect(text('contract/sections/index.ts')).toContain("'cash-gift': () => import('./promotion/cash-gift.ts')")
  expect(text('server/sections/index.ts')).toContain("'cash-gift': serve(cashGift, cashGiftTable),")
  const words = toRecord(JSON.parse(text('src/i18n/sections/cash-gift.json')))
  expect(Object.keys(words)).toEqual(['en', 'id', 'tr', 'ar'])
  expect(words.ar).toMatchObject({ nav: 'Cash gift', kind: 'Kind', 'kind.FIXED': 'Fixed', 'steps.amount': 'Amount' })
})

it.each([
  [['name:novel'], "'name:novel' is not field:kind"],
  [['kind:choice'], 'name its values'],
  [['--resource', 'nothing'], "there is no resource 'nothing'"],
  [['--resource', 'promotion', '--group', 'nowhere'], "there is no group 'nowhere'"],
])('new:section refuses %j', (words, problem) => {
  const { status, stderr } = make(...words)
  expect(status).toBe(1)
  expect(stderr).toContain(problem)
})
