import { createHash, randomUUID } from 'node:crypto'
import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs } from '#tests/support/request.ts'
import { createStaging, type Staging, type StagingParts } from './staging.ts'
import { createDiskStorage } from './storage/disk-storage.ts'

let test: TestPlatform
let folder = ''
beforeAll(async () => {
  test = await testPlatform()
  folder = join(test.platform.settings.dataDir, 'staging')
})
afterAll(() => test.close())

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const openStaging = (parts: Partial<StagingParts> = {}): Staging => {
  const { database, storage } = test.platform
  return createStaging({ storage, database, folder: join(folder, '../arriving'), max: 50_000_000, ...parts })
}

const length = 100_000
/** A file of ten pieces, each unlike the others. */
function tenPieces() {
  const content = Buffer.concat(Array.from({ length: 10 }, (_, at) => Buffer.alloc(length, randomUUID() + at)))
  const [owner, name] = [randomUUID(), sha256(content)]
  const piece = (at: number) => {
    const part = content.subarray(at * length, (at + 1) * length)
    return { sha256: name, size: content.length, offset: at * length, digest: sha256(part), content: part }
  }
  return { content, owner, name, piece, part: join(folder, owner, `${name}.part`) }
}

describe('staging', () => {
  it('takes pieces in any order, by any process, and each of them twice', async () => {
    const { content, owner, name, piece } = tenPieces()
    const processes = [openStaging(), openStaging()]
    const order = [9, 3, 3, 0, 7, 1, 8, 2, 2, 6, 4]
    for (const [turn, at] of order.entries()) await processes[turn % 2]?.add(owner, piece(at))
    expect(await openStaging().state(owner, name, content.length)).toEqual({
      received: 500_000,
      complete: false,
      held: [
        { from: 0, to: 500_000 },
        { from: 600_000, to: 1_000_000 },
      ],
    })
    expect(await openStaging().add(owner, piece(5))).toMatchObject({ received: 1_000_000, complete: true })
    expect(Buffer.from((await openStaging().read(owner, name)) ?? []).equals(content)).toBe(true)
    expect(await openStaging().add(owner, piece(5))).toMatchObject({ complete: true })
  })

  it('completes a file once, whichever of its last pieces come at the same time', async () => {
    const { owner, name, piece } = tenPieces()
    const processes = [openStaging(), openStaging()]
    await Promise.all(Array.from({ length: 10 }, (_, at) => processes[at % 2]?.add(owner, piece(at))))
    expect(await openStaging().state(owner, name, 1_000_000)).toMatchObject({ complete: true })
    expect(await readdir(join(folder, owner))).toEqual([name])
  })

  it('checks the whole again where the process ended before it was checked', async () => {
    const { content, owner, name, piece, part } = tenPieces()
    for (let at = 0; at < 9; at += 1) await openStaging().add(owner, piece(at))
    // The last piece as a process left it that was killed between ledger and check.
    await writeFile(part, content)
    await openStaging().add(owner, { ...piece(9), size: content.length + 1 })
    expect(await openStaging().state(owner, name, content.length)).toMatchObject({ complete: true })
  })

  it('asks again for the piece alone that the disk lost', async () => {
    const { content, owner, name, piece, part } = tenPieces()
    for (let at = 0; at < 9; at += 1) await openStaging().add(owner, piece(at))
    const lost = Buffer.from(content)
    lost.fill(0, 2 * length, 3 * length)
    await writeFile(part, lost)
    expect(await openStaging().add(owner, piece(9))).toEqual({
      received: 200_000,
      complete: false,
      held: [
        { from: 0, to: 200_000 },
        { from: 300_000, to: 1_000_000 },
      ],
    })
    expect(await openStaging().add(owner, piece(2))).toMatchObject({ complete: true })
    expect(await openStaging().find(owner, name)).toMatchObject({ size: content.length })
  })

  it('begins anew where the folder is gone, and never with gaps that count as there', async () => {
    const { content, owner, name, piece } = tenPieces()
    for (const at of [0, 1, 2]) await openStaging().add(owner, piece(at))
    await rm(join(folder, owner), { recursive: true })
    expect(await openStaging().add(owner, piece(5))).toMatchObject({ received: 0, held: [{ from: 500_000, to: 600_000 }] })
    await truncate(join(folder, owner, `${name}.part`), 550_000)
    expect(await openStaging().state(owner, name, content.length)).toMatchObject({ received: 0, held: [] })
  })

  it('refuses a whole that is not what its hash says, and keeps nothing of it', async () => {
    const { owner, piece } = tenPieces()
    const other = { ...piece(0), sha256: sha256(Buffer.from('another')), size: length }
    await expect(openStaging().add(owner, other)).rejects.toMatchObject({
      code: 'invalid',
      extra: { fields: { sha256: { code: 'checksum' } } },
    })
    expect(await openStaging().state(owner, other.sha256, length)).toMatchObject({ received: 0, complete: false })
  })

  it('answers 503 without room, and takes the piece once there is some', async () => {
    const { owner, piece } = tenPieces()
    await expect(
      openStaging({ storage: createDiskStorage(join(folder, '..'), { room: async () => 1_000_000 }) }).add(owner, piece(0)),
    ).rejects.toMatchObject({
      code: 'unavailable',
      extra: { retryAfter: 60 },
    })
    expect(await openStaging().add(owner, piece(0))).toMatchObject({ received: length })
  })

  it('takes no more than fifty unfinished files of a person, but for those that rest', async () => {
    const owner = randomUUID()
    const add = (into: Staging) => into.add(owner, { ...tenPieces().piece(0), size: 1_000_000 })
    const staging = openStaging()
    for (let count = 0; count < 50; count += 1) await add(staging)
    await expect(add(staging)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await add(openStaging({ now: () => Date.now() + 11 * 60_000 }))).toMatchObject({ received: length })
    expect(await readdir(join(folder, owner))).toHaveLength(50)
  })
})

describe('the size of a video', () => {
  it.each([
    [2_147_483_648, 200],
    [2_147_483_649, 413],
  ])('%d bytes answer %d before the first byte', async (size, status) => {
    const ask = requestAs(createApp(test.platform), await makePerson(test.platform, []))
    expect((await ask('GET', `/upload/in/v1/files/${'a'.repeat(64)}?size=${size}`)).status).toBe(status)
  })
})
