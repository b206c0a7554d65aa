import { normaliseText } from '#contract/lib/normalise-text.ts'

/** What the file systems of Windows, macOS, Android and iPhones do not take, and what turns the direction of a name around. */
const forbidden = /[/\\:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const maxCharacters = 120
/** Devices of Windows, whatever ending follows. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** A name that every system takes, with its ending: 'INV/2026/001.pdf' is 'INV-2026-001.pdf'. */
export function savableName(given: string): string {
  const name = normaliseText(given.slice(0, 1_000), 'NFC')
    .replace(forbidden, '-')
    .replace(/^[\s.-]+/, '')
    .replace(reserved, '_$&')
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && /^\.[a-z0-9]{1,8}$/i.test(name.slice(dot)) ? name.slice(dot) : ''
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, maxCharacters).join('')
  let end = stem.length
  while (end > 0 && /[\s.]/.test(stem.charAt(end - 1))) end--
  return `${stem.slice(0, end) || 'file'}${ending}`
}
