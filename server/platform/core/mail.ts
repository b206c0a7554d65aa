import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { uuidv7 } from '#contract/lib/uuid.ts'

export interface Mail {
  /** Id for repeated sending: used as Message-ID, and as file name in the folder. */
  id?: string
  to: string
  subject: string
  text: string
  /** The same for programs that show more than text. */
  html?: string
  attachments?: readonly MailAttachment[]
}

export interface MailAttachment {
  filename: string
  content: string | Buffer
  contentType: string
  /** Name by which the HTML shows it: `cid:…`. */
  cid?: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Removes stored mails to these addresses; sent ones are gone. */
  forget(addresses: readonly string[]): Promise<void>
}

/** Sends mails through SMTP, or writes .eml files to `folder` without a server. */
export function createMailer(settings: { url: string | null; from: string; folder: string }): Mailer {
  const { url, from, folder } = settings
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  const complete = ({ id, attachments = [], ...mail }: Mail) => {
    return { from, ...mail, attachments: [...attachments], ...(id !== undefined && { messageId: `<${id}@${host}>` }) }
  }
  if (url) {
    const transport = createTransport(url)
    return {
      async send(mail) {
        await transport.sendMail(complete(mail))
      },
      async forget() {
        // Mails handed to a server are not kept.
      },
    }
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(complete(mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${mail.id ?? uuidv7()}.eml`)
      // After a kill, a partial file has a name that the next attempt overwrites.
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
