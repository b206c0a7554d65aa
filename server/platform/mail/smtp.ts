/**
 * Hands mails to an SMTP server over connections that are used again. nodemailer's own pool sends a mail again when its connection ends,
 * which would send it twice; here each attempt is made once and returns its outcome.
 */
import type { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Outcome, outcomeOf, type SmtpFailure } from './outcome.ts'

/** Milliseconds. Options of MAIL_URL's query override them. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 120_000 }
/** An unused connection is closed after it. */
const idleMs = 15_000

export interface Envelope {
  from: string
  to: string
}

export interface Smtp {
  /** `compose` gives the mail anew for each connection that it is begun on. */
  deliver(envelope: Envelope, compose: () => Promise<Readable>): Promise<Outcome>
  /** Closes unused connections. */
  close(): void
}

type Connected = { connection: SMTPConnection; isReused: boolean } | { failure: SmtpFailure }

interface Idle {
  connection: SMTPConnection
  timer: NodeJS.Timeout
}

export function createSmtp(url: string): Smtp {
  const { auth, ...given } = parseConnectionUrl(url)
  const options = { ...timeouts, ...given }
  const idle: Idle[] = []

  function open(): Promise<Connected> {
    return new Promise((resolve) => {
      const connection = new SMTPConnection(options)
      const fail = (failure: SmtpFailure) => {
        resolve({ failure })
        connection.close()
      }
      connection.on('error', fail)
      connection.connect((failure) => {
        if (failure) return fail(failure)
        const ready = () => {
          connection.off('error', fail)
          // A send gets its errors by its callback; an unused connection may fail unnoticed.
          connection.on('error', () => undefined)
          resolve({ connection, isReused: false })
        }
        if (!auth) return ready()
        connection.login(auth, (refused) => (refused ? fail({ ...refused, message: refused.message, code: 'EAUTH' }) : ready()))
      })
    })
  }

  function take(): Promise<Connected> {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer)
      if (!kept.connection.destroyed) return Promise.resolve({ connection: kept.connection, isReused: true })
    }
    return open()
  }

  function keep(connection: SMTPConnection): void {
    const drop = () => {
      const at = idle.findIndex((each) => each.connection === connection)
      if (at >= 0) idle.splice(at, 1)
      connection.quit()
    }
    idle.push({ connection, timer: setTimeout(drop, idleMs).unref() })
  }

  function attempt(connection: SMTPConnection, envelope: Envelope, mail: Readable): Promise<{ outcome: Outcome; isGone: boolean }> {
    return new Promise((resolve) => {
      let isHandedOver = false
      mail.once('end', () => {
        isHandedOver = true
      })
      connection.send({ from: envelope.from, to: [envelope.to] }, mail, (failure, info) => {
        if (!failure) return resolve({ outcome: { is: 'accepted', response: info?.response ?? '' }, isGone: false })
        const isGone = !failure.responseCode || failure.responseCode === 421
        resolve({ outcome: outcomeOf(failure, isHandedOver), isGone })
      })
    })
  }

  return {
    async deliver(envelope, compose) {
      for (;;) {
        const connected = await take()
        if ('failure' in connected) return { ...outcomeOf(connected.failure, false), is: 'server_fault' }
        const { connection, isReused } = connected
        const { outcome, isGone } = await attempt(connection, envelope, await compose())
        if (isGone) connection.close()
        // After a refusal the transaction is still open.
        else if (outcome.is === 'accepted') keep(connection)
        else connection.reset((failure) => (failure ? connection.close() : keep(connection)))
        // The server had closed it while it was unused: nothing was begun.
        if (isGone && isReused && outcome.is === 'server_fault') continue
        return outcome
      }
    },
    close() {
      for (const { connection, timer } of idle.splice(0)) {
        clearTimeout(timer)
        connection.close()
      }
    },
  }
}
