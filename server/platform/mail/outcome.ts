/** What became of one attempt to hand a mail to a mail server (docs/product/newsletters.md#outcomes). */
export type Outcome =
  | { is: 'accepted'; response: string }
  /** By the server, for this mail. 'address': there is no such recipient. A temporary refusal may be another one later. */
  | { is: 'refused'; fault: 'address' | 'other'; isTemporary: boolean; response: string }
  /** Nothing was sent, and nothing is wrong with this mail: the server is not there, or refuses us. */
  | { is: 'server_fault'; response: string }
  /** The whole mail was handed over, and no answer came. */
  | { is: 'unknown'; response: string }

/** Whether an earlier attempt with this id was accepted, as far as it can be known. */
export type Fate = 'accepted' | 'absent' | 'unknown'

export interface SmtpFailure {
  message: string
  /** The server's answer, if there was one. */
  response?: string | undefined
  responseCode?: number | undefined
  command?: string | undefined
  code?: string | undefined
}

const maxResponse = 300
const shorten = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, maxResponse)

/** Answers about us: closing, no TLS, and the ways to say that we may not send. */
const aboutUs: ReadonlySet<number> = new Set([421, 454, 530, 534, 535, 538])

/** 5.1.x is about the recipient's address, except where it is the sender's. */
const isAboutAddress = (response: string) => /^\d{3}[ -]5\.1\.(?![78]\b)\d/.test(response)

/** `isHandedOver`: the server may have had the whole mail. */
export function outcomeOf({ message, response = '', responseCode, command = '', code }: SmtpFailure, isHandedOver: boolean): Outcome {
  const text = shorten(response || message)
  if (!responseCode) return { is: isHandedOver ? 'unknown' : 'server_fault', response: text }
  const isOfSession = code === 'EAUTH' || !/^(MAIL FROM|RCPT TO|DATA)$/.test(command)
  const refusesSender = command === 'MAIL FROM' && responseCode >= 500
  if (isOfSession || refusesSender || aboutUs.has(responseCode)) return { is: 'server_fault', response: text }
  const isTemporary = responseCode < 500
  return { is: 'refused', fault: !isTemporary && isAboutAddress(response) ? 'address' : 'other', isTemporary, response: text }
}
