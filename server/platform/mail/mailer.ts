/** Mails of all kinds: to one person, and the attempts of newsletters. */
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { domainOf } from '#contract/lib/domain-of.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Db } from '#server/db/database.ts'
import { errorLine } from '#server/db/error-line.ts'
import type { DkimKey } from '../settings/settings.ts'
import { isAddress, normaliseAddress } from './address.ts'
import { createMailFolder } from './mail-folder.ts'
import { waitForPlace } from './mail-rate.ts'
import type { Fate, Outcome } from './outcome.ts'
import { createSmtp } from './smtp.ts'
import { isUnreachable, suppress } from './suppressions.ts'

export interface Mail {
  /** Id for repeated sending: used as Message-ID, and as file name in the folder. */
  id?: string
  to: string
  subject: string
  text: string
  /** The same for programs that show more than text. */
  html?: string
  attachments?: readonly MailAttachment[]
  headers?: Readonly<Record<string, string>>
  /** Somebody waits for it: an invitation or a new password. It is sent even to an address that did not work before. */
  isAwaited?: true
}

export interface MailAttachment {
  filename: string
  content: string | Buffer
  contentType: string
  /** Name by which the HTML shows it: `cid:…`. */
  cid?: string
}

export interface Mailer {
  /** Sends one person's mail, at least once over its attempts. Throws MailError. */
  send(mail: Mail): Promise<void>
  /** Makes one attempt; never throws, and never repeats it. */
  deliver(mail: Mail & { id: string }): Promise<Outcome>
  /** What became of an attempt whose outcome was lost. */
  fate(id: string): Promise<Fate>
  /** Removes stored mails to these addresses; sent ones are gone. */
  forget(addresses: readonly string[]): Promise<void>
  /** Closes unused connections. */
  close(): void
}

/** A mail was not accepted. */
export class MailError extends Error {
  override name = 'MailError'
}

interface MailerSettings {
  /** SMTP server; null writes mails to `folder`. */
  url: string | null
  from: string
  folder: string
  perMinute: number
  /** Signs mails; null: the SMTP server does, or nobody. */
  dkim: DkimKey | null
}

/** Not folded: some programs do not read a folded List-Unsubscribe. */
const oneLine = (value: string) => ({ prepared: true, value: value.replace(/[\r\n]+/g, ' ') })

/** Filters count a UUID alone before the @ against a mail: programs of mass mails write it. */
const messageName = (id: string) => (uuid.test(id) ? `mail-${id}` : id)

type Attempts = Pick<Mailer, 'deliver' | 'fate' | 'forget' | 'close'>

/** Those that nodemailer signs by itself, and what one-click unsubscribing demands to be signed (RFC 8058). */
const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post'

/** Returns the id in a Message-ID of ours. */
export function readMessageId(messageId: string): string {
  const [id = ''] = messageId.trim().split('@', 1)
  return id.startsWith('<') ? id.slice(1) : id
}

/** A mail that cannot be composed would be refused everywhere. */
const uncomposed = (error: unknown): Outcome => ({ is: 'refused', fault: 'other', isTemporary: false, response: errorLine(error) })

function createAttempts({ url, from, folder, dkim }: MailerSettings): Attempts {
  const signing = dkim ? { dkim: { ...dkim, headerFieldNames: signedHeaders } } : {}
  const host = domainOf(from)
  const completed = ({ id, to, attachments = [], headers, isAwaited: _, ...mail }: Mail & { id: string }) => ({
    // With its name the address stands in brackets; filters count one without where a mail has a picture.
    ...{ from, ...mail, to: { name: to, address: to }, attachments: [...attachments], messageId: `<${messageName(id)}@${host}>` },
    ...(headers && { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])) }),
  })
  const stored = createMailFolder(folder)
  if (url === null) {
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...signing })
    return {
      ...stored,
      async deliver(mail) {
        let message: Readable | Buffer
        try {
          message = (await composer.sendMail(completed(mail))).message
        } catch (error) {
          return uncomposed(error)
        }
        try {
          if (!Buffer.isBuffer(message)) throw new Error('a mail was not buffered')
          await stored.write(mail.id, message)
          return { is: 'accepted', response: 'stored' }
        } catch (error) {
          return { is: 'server_fault', response: errorLine(error) }
        }
      },
      close: () => undefined,
    }
  }
  const composer = createTransport({ streamTransport: true, newline: 'windows', ...signing })
  const smtp = createSmtp(url)
  return {
    async deliver(mail) {
      const compose = async () => {
        const { message, envelope } = await composer.sendMail(completed(mail))
        if (Buffer.isBuffer(message)) throw new Error('a mail was buffered')
        return { message, from: envelope.from || '' }
      }
      try {
        const first = await compose()
        let next: Readable | null = first.message
        return await smtp.deliver({ from: first.from, to: mail.to }, async () => {
          const message = next ?? (await compose()).message
          next = null
          return message
        })
      } catch (error) {
        return uncomposed(error)
      }
    },
    // SMTP has no question for it.
    fate: async () => 'unknown',
    forget: stored.forget,
    close: smtp.close,
  }
}

export function createMailer(db: Db, settings: MailerSettings): Mailer {
  const attempts = createAttempts(settings)
  return {
    ...attempts,
    async send({ to, ...mail }) {
      const address = normaliseAddress(to)
      if (!isAddress(address)) throw new MailError('no address')
      if (!mail.isAwaited && (await isUnreachable(db, address))) return
      if (!(await waitForPlace(db, settings.perMinute))) throw new MailError('too many mails at once')
      const outcome = await attempts.deliver({ id: uuidv7(), ...mail, to: address })
      if (outcome.is === 'accepted') return
      if (outcome.is === 'refused' && outcome.fault === 'address') await suppress(db, address, 'bounced')
      throw new MailError(outcome.response)
    },
  }
}
