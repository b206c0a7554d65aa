/** Customers' traffic: signed webhooks of the Cloud API with one message each, at random times. */
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { signatureHeader, webhookReceive } from '#contract/chat/webhook.ts'
import { randomFrom } from '#server/demo/base/random.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'

export interface Written {
  /** Its number, included in its text. */
  number: number
  /** Index of its room. */
  room: number
  /** performance.now() at sending, and at the response. */
  sentAt: number
  storedAt: number
}

export interface Traffic {
  /** Messages in sending order. */
  written: Written[]
  /** Responses other than 200. */
  refused: number
  /** Milliseconds by which sending was late: load on this program. */
  lateBy: number[]
  /** Stops; resolves after the last response. */
  stop(): Promise<void>
}

/** Text of a message, which identifies it on arrival. */
const textOf = (number: number) => `b${number} Selamat pagi kak, saya mau tanya jadwal kelas minggu ini dan cara bayarnya.`

function bodyOf(number: number, phone: string): string {
  const { business_account_id, phone_number_id } = cloudAccount
  const message = { from: phone, id: `wamid.bench.${number}`, timestamp: String(Math.floor(Date.now() / 1000)), type: 'text' }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '628111000001', phone_number_id },
    contacts: [{ profile: { name: 'Siti Rahma' }, wa_id: phone }],
    messages: [{ ...message, text: { body: textOf(number) } }],
  }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: business_account_id, changes: [{ field: 'messages', value }] }],
  })
}

let numbers = 0

/** Sends messages at this rate with random gaps, to each of `ports` in turn; `writeBody`: the body with a number, of a phone. */
export function startTraffic(phones: readonly string[], ports: readonly number[], perSecond: number, writeBody = bodyOf): Traffic {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const random = randomFrom(4)
  const open = new Set<Promise<void>>()
  let isStopped = false
  const traffic: Traffic = {
    written: [],
    refused: 0,
    lateBy: [],
    async stop() {
      isStopped = true
      await running
      await Promise.all(open)
      agent.destroy()
    },
  }

  function write(): Promise<void> {
    const number = numbers++
    const room = random.upTo(phones.length)
    const body = writeBody(number, phones[room] ?? '')
    const signature = createHmac('sha256', cloudAccount.app_secret).update(body).digest('hex')
    const entry: Written = { number, room, sentAt: performance.now(), storedAt: Number.NaN }
    traffic.written.push(entry)
    return new Promise((done) => {
      const headers = { 'content-type': 'application/json', [signatureHeader]: `sha256=${signature}` }
      const asked = request(
        { agent, host: '127.0.0.1', port: ports[number % ports.length], path: webhookReceive.path, method: 'POST', headers },
        (response) => {
          if (response.statusCode === 200) entry.storedAt = performance.now()
          else traffic.refused += 1
          response.resume()
          response.once('close', done)
        },
      )
      asked.once('error', () => {
        traffic.refused += 1
        done()
      })
      asked.end(body)
    })
  }

  async function run(): Promise<void> {
    let due = performance.now()
    while (!isStopped) {
      due += (-Math.log((1 + random.upTo(1_000_000)) / 1_000_001) * 1_000) / perSecond
      const wait = due - performance.now()
      if (wait > 1) await pause(wait)
      traffic.lateBy.push(Math.max(0, performance.now() - due))
      const one = write()
      open.add(one)
      one.then(() => open.delete(one))
    }
  }

  const running = run()
  return traffic
}
