import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { markRestore, unfinishedRestore, unmarkRestore } from './unfinished-restore.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapangan-mark-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Ends the writing as a full disk does: the file is there, and empty. */
function markOnFullDisk(before: string): void {
  const { writeFileSync } = fs
  const spy = vi.spyOn(fs, 'writeFileSync').mockImplementation((path) => {
    writeFileSync(path, '')
    throw new Error('no space left')
  })
  syncBuiltinESMExports()
  try {
    expect(() => markRestore(folder, before)).toThrow('no space left')
  } finally {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
}

it('a mark that a full disk could not take is none, and leaves the one that was there', () => {
  markOnFullDisk('before-1')
  expect(unfinishedRestore(folder)).toBe(null)
  markRestore(folder, 'before-1')
  markOnFullDisk('before-1')
  expect(unfinishedRestore(folder)).toBe('before-1')
  unmarkRestore(folder)
  expect(unfinishedRestore(folder)).toBe(null)
})
