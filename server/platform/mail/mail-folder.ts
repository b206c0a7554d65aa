/** Writes mails to a folder, for an installation without a mail server. The file named by a mail's id says that it was accepted. */
import { access, mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fate } from './outcome.ts'

export interface MailFolder {
  write(id: string, message: Buffer): Promise<void>
  fate(id: string): Promise<Fate>
  /** Removes mails to these addresses. */
  forget(addresses: readonly string[]): Promise<void>
}

export function createMailFolder(folder: string): MailFolder {
  const pathOf = (id: string) => join(folder, `${id}.eml`)
  return {
    async write(id, message) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = pathOf(id)
      // After a kill, a partial file has a name that the next attempt overwrites.
      await writeFile(`${path}.part`, message, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
    fate: (id) =>
      access(pathOf(id)).then(
        () => 'accepted',
        () => 'absent',
      ),
    async forget(addresses) {
      if (!addresses.length) return
      const wanted = new Set(addresses.map((each) => each.toLowerCase()))
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const [, to = ''] = /^To: [^<]*<([^>]*)>/im.exec(await readFile(path, 'utf8')) ?? []
        if (wanted.has(to.toLowerCase())) await unlink(path)
      }
    },
  }
}
