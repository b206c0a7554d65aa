import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { uuidv7 } from '#server/db/uuid.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Mails through SMTP, or as .eml files in `folder` when no server is configured. */
export function createMailer(settings: { url: string | null; from: string; folder: string }): Mailer {
  const { url, from, folder } = settings
  if (url) {
    const transport = createTransport(url)
    return {
      async send(mail) {
        await transport.sendMail({ from, ...mail })
      },
    }
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, `${uuidv7()}.eml`), message, { mode: 0o600 })
    },
  }
}
