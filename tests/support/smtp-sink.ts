/** An SMTP server that keeps what it accepts, and misbehaves when told to. */
import { createServer, type Socket } from 'node:net'

export type SmtpStep = 'connect' | 'hello' | 'mail' | 'rcpt' | 'data' | 'message'

export interface SinkContext {
  step: SmtpStep
  /** Name by which the client said hello. */
  client: string
  to: string
  /** Of the connection. */
  accepted: number
}

/** An answer such as '452 full'; 'hang' gives none, 'cut' ends the connection. Undefined: as a good server. */
export type SinkAnswer = string | undefined

export interface SunkMail {
  to: string
  client: string
  messageId: string
  raw: string
}

export interface SmtpSink {
  url: string
  mails: SunkMail[]
  /** Open connections of a client. */
  open(client: string): number
  behave(answer: (context: SinkContext) => SinkAnswer): void
  close(): Promise<void>
}

const good: Readonly<Record<SmtpStep, string>> = {
  connect: '220 sink ESMTP',
  hello: '250-sink\r\n250 8BITMIME',
  mail: '250 2.1.0 ok',
  rcpt: '250 2.1.5 ok',
  data: '354 go on',
  message: '250 2.0.0 kept',
}

const stepOf = (line: string): SmtpStep | null => {
  const command = line.slice(0, 4).toUpperCase()
  if (command === 'EHLO' || command === 'HELO') return 'hello'
  return command === 'MAIL' ? 'mail' : command === 'RCPT' ? 'rcpt' : command === 'DATA' ? 'data' : null
}

const end = Buffer.from('\r\n.\r\n')

/** `keepsRaw` false: only names are kept, for a hundred thousand mails. `delayMs`: from having a mail to saying so. */
export async function startSmtpSink({ keepsRaw = true, delayMs = 0 }: { keepsRaw?: boolean; delayMs?: number } = {}): Promise<SmtpSink> {
  const mails: SunkMail[] = []
  const sockets = new Map<Socket, string>()
  let behaviour: (context: SinkContext) => SinkAnswer = () => undefined

  function serve(socket: Socket): void {
    let [client, to, accepted, isData] = ['', '', 0, false]
    let buffered = Buffer.alloc(0)
    sockets.set(socket, '')
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))

    const say = (given: string) => {
      if (given === 'cut') socket.destroy()
      else if (given !== 'hang') socket.write(`${given}\r\n`)
      if (/^421/.test(given)) socket.end()
    }

    const answer = (step: SmtpStep): string => {
      const given = behaviour({ step, client, to, accepted }) ?? good[step]
      if (step === 'message' && delayMs) setTimeout(() => say(given), delayMs)
      else say(given)
      return given
    }

    const takeMessage = (raw: string) => {
      const given = answer('message')
      if (!given.startsWith('2')) return
      accepted += 1
      const [, messageId = ''] = /^Message-ID:\s*<([^>]*)>/im.exec(raw) ?? []
      mails.push({ to, client, messageId, raw: keepsRaw ? raw : '' })
    }

    const takeLine = (line: string) => {
      const step = stepOf(line)
      if (step === 'hello') {
        client = line.slice(5).trim()
        sockets.set(socket, client)
      }
      if (step === 'rcpt') to = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (step) isData = answer(step).startsWith('354')
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    }

    socket.on('data', (chunk) => {
      buffered = buffered.length ? Buffer.concat([buffered, chunk]) : chunk
      for (;;) {
        const at = isData ? buffered.indexOf(end) : buffered.indexOf('\r\n')
        if (at < 0 || socket.destroyed) return
        const text = buffered.toString('latin1', 0, at)
        buffered = buffered.subarray(at + (isData ? end.length : 2))
        if (!isData) takeLine(text)
        else {
          isData = false
          takeMessage(text)
        }
      }
    })
    answer('connect')
  }

  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    open: (client) => [...sockets.values()].filter((name) => name === client).length,
    behave(answer) {
      behaviour = answer
    },
    async close() {
      for (const socket of sockets.keys()) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
