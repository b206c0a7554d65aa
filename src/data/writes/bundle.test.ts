import { expect, test } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { testRow } from '#tests/support/test-row.ts'
import { BundleError, readBundle, writeBundle } from './bundle.ts'

const owner = uuidv7()
const photo = { key: uuidv7(), blob: new Blob(['photo of a shop'], { type: 'image/png' }) }
const file = { field: 'attachment', key: photo.key, name: 'shop.png', size: photo.blob.size, type: 'image/png' }
const made = Date.parse('2026-11-21T03:00:00Z')

const edit = testRow({ seq: 3, owner, patch: { bank_name: 'Danamon' }, base: { version: 2, values: { bank_name: 'Mandiri' } } })
const add = testRow({
  seq: 7,
  owner,
  call: 'auto-text.create',
  section: 'auto-text',
  action: 'create',
  state: 'parked',
  reason: 'rejected',
  attempts: 4,
  files: [file],
})

const problem = (of: BundleError['problem'], call = '') => ({ name: 'BundleError', problem: of, call })

/** The file with its manifest rewritten, and a checksum that is right again. */
async function forged(full: Blob, change: (text: string) => string): Promise<Blob> {
  const text = await full.text()
  const start = text.indexOf('\n') + 1
  const length = Number(text.slice(0, start).trim().split(' ').at(-1))
  const inside = new Blob([change(text.slice(start, start + length))])
  const digest = await crypto.subtle.digest('SHA-256', await inside.arrayBuffer())
  return new Blob([`lapangan-outbox 1 ${Buffer.from(digest).toString('hex')} ${inside.size}\n`, inside, text.slice(start + length)])
}

test('changes travel in order, with their ids and files, and start anew on the other device', async () => {
  const { additions, made: at } = await readBundle(await writeBundle(owner, [edit, add], [photo], made), owner)
  expect(at).toBe(made)
  const fresh = { state: 'queued', reason: null, attempts: 0, attempted: true, decided: false, nextAttemptAt: 0, lastError: null }
  const { seq: _edit, ...editThere } = edit
  const { seq: _add, ...addThere } = add
  expect(additions.map(({ row }) => row)).toEqual([
    { ...editThere, ...fresh },
    { ...addThere, ...fresh },
  ])
  const [stored] = additions[1]?.blobs ?? []
  expect([stored?.key, stored?.blob.type, await stored?.blob.text()]).toEqual([photo.key, 'image/png', 'photo of a shop'])
})

test('another person cannot add it', async () => {
  await expect(readBundle(await writeBundle(owner, [edit], [], made), uuidv7())).rejects.toMatchObject(problem('foreign'))
})

test('a file of something else is not ours', async () => {
  for (const text of ['', 'name,phone\nBudi,62812', '{"owner":"x","rows":[]}', 'PK\u0003\u0004'])
    await expect(readBundle(new Blob([text]), owner)).rejects.toMatchObject(problem('notOurs'))
})

test('every byte counts: a file that is cut, longer or changed anywhere is damaged', async () => {
  const full = await writeBundle(owner, [add], [photo], made)
  const bytes = new Uint8Array(await full.arrayBuffer())
  const changed = (at: number) => new Blob([bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))])
  const lying = new Blob([(await full.text()).replace(/ [0-9a-f]{64} /, ` ${'0'.repeat(64)} `)])
  const broken = [full.slice(0, -1), full.slice(0, 200), new Blob([full, 'x']), changed(bytes.length - 3), changed(150), lying]
  for (const blob of broken) await expect(readBundle(blob, owner)).rejects.toMatchObject(problem('damaged'))
})

test('a file made by hand says what is wrong with it', async () => {
  const full = await writeBundle(owner, [edit, add], [photo], made)
  const cases: [BundleError, (text: string) => string][] = [
    [new BundleError('foreign'), (text) => text.replace(owner, uuidv7())],
    [new BundleError('unknown', 'bank.explode'), (text) => text.replace('bank.update', 'bank.explode')],
    [new BundleError('unknown', 'bank.update'), (text) => text.replace('"section":"bank"', '"section":"vault"')],
    [
      new BundleError('unknown', 'user.update'),
      (text) => text.replace('bank.update', 'user.update').replace('"section":"bank"', '"section":"user"'),
    ],
    [new BundleError('unknown', 'bank.list'), (text) => text.replace('bank.update', 'bank.list')],
    [new BundleError('newer'), (text) => text.replace('"payloadVersion":1', '"payloadVersion":9')],
    [new BundleError('damaged'), (text) => text.replace(add.id, edit.id)],
    [new BundleError('damaged'), (text) => text.replace('"patch":{', '"patch":7,"x":{')],
    [new BundleError('damaged'), (text) => text.replace('"touches":["r1"]', '"touches":[]')],
    [new BundleError('damaged'), (text) => text.replace(`"key":"${photo.key}"`, '"key":"another"')],
    [new BundleError('damaged'), () => '[]'],
    [new BundleError('damaged'), () => 'not json'],
  ]
  for (const [expected, change] of cases)
    await expect(readBundle(await forged(full, change), owner), String(change)).rejects.toMatchObject(
      problem(expected.problem, expected.call),
    )
})

test('a later format asks for a newer app', async () => {
  const text = await (await writeBundle(owner, [edit], [], made)).text()
  await expect(readBundle(new Blob([text.replace('outbox 1 ', 'outbox 2 ')]), owner)).rejects.toMatchObject(problem('newer'))
})
