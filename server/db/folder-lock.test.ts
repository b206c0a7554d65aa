import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs, { existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { processSpace, startOf } from './process-identity.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapangan-lock-'))
  path = join(folder, 'lapangan.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const heldBy = (holder: { pid: number; start?: string | null; space?: string }) =>
  writeFileSync(path, JSON.stringify({ start: startOf(holder.pid), space: processSpace(), token: 'of another', ...holder }))
const takenAndReleased = async () => (await lockFolder(folder, { stale: 200 }))()

it('the lock refuses a second holder, of this process or another, until it is released', async () => {
  const release = await lockFolder(folder)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`)
  release()
  expect(existsSync(path)).toBe(false)
  heldBy({ pid: process.ppid })
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.ppid}`)
})

it('the lock of a dead process is taken over at once, also one with our own number', async () => {
  heldBy({ pid: 999_999_999, start: '1' })
  await takenAndReleased()
  heldBy({ pid: process.pid })
  await takenAndReleased()
  // As an earlier version wrote it.
  writeFileSync(path, '999999999')
  await takenAndReleased()
  writeFileSync(path, String(process.ppid))
  await expect(lockFolder(folder)).rejects.toThrow('in use')
})

it.runIf(process.platform === 'linux')('the lock of a zombie, or of a reused process number, is taken over', async () => {
  // `sleep` never reaps its child.
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'])
  try {
    const [said] = await once(parent.stdout, 'data')
    const zombie = Number(String(said))
    await vi.waitFor(() => expect(readFileSync(`/proc/${zombie}/stat`, 'utf8')).toContain(') Z '))
    heldBy({ pid: zombie, start: '1' })
    await takenAndReleased()
    writeFileSync(path, String(zombie))
    await takenAndReleased()
  } finally {
    parent.kill('SIGKILL')
  }
  heldBy({ pid: process.ppid, start: '1' })
  await takenAndReleased()
})

it('the lock of a holder on another boot or in another container is taken over after its heartbeat ends', async () => {
  const elsewhere = { pid: 1, start: '1', space: 'another machine' }
  heldBy(elsewhere)
  utimesSync(path, new Date(0), new Date(0))
  await takenAndReleased()

  heldBy(elsewhere)
  await takenAndReleased()

  heldBy(elsewhere)
  const beats = setInterval(() => utimesSync(path, new Date(), new Date()), 20)
  await expect(lockFolder(folder, { stale: 200 }))
    .rejects.toThrow('in use by process 1')
    .finally(() => clearInterval(beats))

  writeFileSync(path, 'half a lo')
  await takenAndReleased()
})

it('the lock of a dead holder goes to one of many processes', async () => {
  heldBy({ pid: 999_999_999, start: '1' })
  const taken = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)))
  const releases = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const release of releases) release()
  expect(releases).toHaveLength(1)
})

it('a removal leaves a lock that another process took over meanwhile', async () => {
  heldBy({ pid: 999_999_999, start: '1' })
  const read = fs.readFileSync
  const places: boolean[] = []
  const spied = vi.spyOn(fs, 'readFileSync').mockImplementation((...asked) => {
    const content = read(...asked)
    if (!String(asked[0]).startsWith(path)) return content
    places.push(existsSync(path))
    if (places.length === 1) heldBy({ pid: process.ppid })
    return content
  })
  syncBuiltinESMExports()
  try {
    await expect(lockFolder(folder, { stale: 200 })).rejects.toThrow(`in use by process ${process.ppid}`)
  } finally {
    spied.mockRestore()
    syncBuiltinESMExports()
  }
  expect(places.length).toBeGreaterThan(2)
  expect(places).not.toContain(false)
  expect(readdirSync(folder)).toEqual(['lapangan.lock'])
})

it('an interrupted removal of a dead lock is completed', async () => {
  heldBy({ pid: 999_999_999, start: '1' })
  const dead = readFileSync(path, 'utf8')
  const digest = createHash('sha256').update(dead).digest('hex').slice(0, 16)
  linkSync(path, `${path}.${digest}`)
  const now = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + 11_000)
  await takenAndReleased().finally(() => now.mockRestore())
  expect(readdirSync(folder)).toEqual([])
})

it('the holder renews its heartbeat, and ends when it lost the lock', async () => {
  vi.useFakeTimers()
  try {
    const onLost = vi.fn()
    await lockFolder(folder, { onLost })
    utimesSync(path, new Date(0), new Date(0))
    vi.advanceTimersByTime(5_000)
    expect(statSync(path).mtimeMs).toBeGreaterThan(0)
    expect(onLost).not.toHaveBeenCalled()
    heldBy({ pid: process.ppid })
    vi.advanceTimersByTime(5_000)
    expect(onLost).toHaveBeenCalledWith(folder)
  } finally {
    vi.useRealTimers()
  }
})
