import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Texts of all mails in a server's data folder, without soft line breaks. */
export async function readMails(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true })
  const mails = names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(dataDir, name), 'utf8'))
  const plain = (mail: string) =>
    mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return (await Promise.all(mails)).map(plain)
}

/** Those of them to one mailbox, whatever name the mail calls it by, with these words in their subject. */
export async function mailsTo(dataDir: string, address: string, subject: string): Promise<string[]> {
  const addressed = (head: string) => head.split(/\r?\n(?!\s)/).some((line) => line.startsWith('To:') && line.endsWith(`<${address}>`))
  return (await readMails(dataDir)).filter((mail) => addressed(mail) && mail.includes(`Subject: ${subject}`))
}
