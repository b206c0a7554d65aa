import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { uuidv7 } from '#server/db/tables/uuid.ts'

export interface Mail {
  /** Sent again under the same id it is the same mail: it has that Message-ID, and lies in the folder once. */
  id?: string
  to: string
  subject: string
  text: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Removes the mails to these addresses that lie in the folder; what was sent is gone. */
  forget(addresses: readonly string[]): Promise<void>
}

/** Mails through SMTP, or as .eml files in `folder` when no server is configured. */
export function createMailer(settings: { url: string | null; from: string; folder: string }): Mailer {
  const { url, from, folder } = settings
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  const complete = ({ id, ...mail }: Mail) => ({ from, ...mail, ...(id !== undefined && { messageId: `<${id}@${host}>` }) })
  if (url) {
    const transport = createTransport(url)
    return {
      async send(mail) {
        await transport.sendMail(complete(mail))
      },
      async forget() {
        // A server that mails were handed to keeps none here.
      },
    }
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(complete(mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${mail.id ?? uuidv7()}.eml`)
      // Half a mail is none: a kill leaves it under a name that the next attempt writes over.
      await writeFile(`${path}.part`, message, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
    async forget(addresses) {
      if (!addresses.length) return
      const wanted = new Set(addresses.map((each) => each.toLowerCase()))
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const [, to = ''] = /^To: (.*)$/im.exec(await readFile(path, 'utf8')) ?? []
        if (wanted.has(to.trim().toLowerCase())) await unlink(path)
      }
    },
  }
}
