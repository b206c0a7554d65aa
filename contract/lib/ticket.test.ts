import { expect, it } from 'vitest'
import { formatTicket, isTicketCode, readTicket, type Ticket, ticketMessage, type VerifySignature } from './ticket.ts'

const ticket: Ticket = { event: 4_000_000_000, participant: '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e16', number: 3 }
const keys = [
  { key: '01'.repeat(32), former: false },
  { key: '02'.repeat(32), former: true },
]

/** A signature that says which key made it, and over what. */
const signed = (one: Ticket, key: number) => Uint8Array.from({ length: 64 }, (_, at) => (ticketMessage(one)[at] ?? 0) ^ key)
const verify: VerifySignature = async (key, signature, message) =>
  signature.every((byte, at) => byte === ((message[at] ?? 0) ^ (key[0] ?? 0)))

it('a code fits a QR code of 41 modules, and is read in small letters and with spaces around it, too', async () => {
  const code = formatTicket(ticket, signed(ticket, 1))
  expect(code).toMatch(/^[A-Z2-7]{143}$/)
  expect(await readTicket(` ${code.toLowerCase()}\n`, keys, verify)).toEqual({ ticket, key: keys[0] })
})

it('a code says which key signed it', async () => {
  expect(await readTicket(formatTicket(ticket, signed(ticket, 2)), keys, verify)).toEqual({ ticket, key: keys[1] })
  expect(await readTicket(formatTicket(ticket, signed(ticket, 3)), keys, verify)).toBeNull()
})

it('a code with another event, participant or number under the same signature is none', async () => {
  for (const other of [{ event: 1 }, { participant: '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e17' }, { number: 4 }])
    expect(await readTicket(formatTicket({ ...ticket, ...other }, signed(ticket, 1)), keys, verify)).toBeNull()
})

it('a text that is no code is told from one that is not signed', async () => {
  const code = formatTicket(ticket, new Uint8Array(64))
  expect(isTicketCode(code)).toBe(true)
  expect(await readTicket(code, keys, verify)).toBeNull()
  for (const text of ['', 'BUDI', 'https://lapangan.test/e/webinar', code.slice(1), `${code}A`, `8${code.slice(1)}`, `B${code.slice(1)}`])
    expect(isTicketCode(text), text).toBe(false)
  // Bits after the last byte: another text of the same bytes would be a second code of one ticket.
  expect(isTicketCode(`${code.slice(0, -1)}B`)).toBe(false)
})
