/**
 * The table of kinds of messages (docs/product/whatsapp.md#kinds-of-messages). A new kind is an entry here, its reader, its words and its
 * payload in tests/payloads/webhook. Marks and changes of who somebody is are no messages (marks.ts, system.ts).
 */
import { toRecord } from '#contract/kit/field/guards.ts'
import { errorCode, type Kind, note, type Seen, unknownKind, unsupported } from './seen.ts'
import { button, interactive, text, welcome } from './texts.ts'
import { contacts, files, location, order } from './things.ts'
import { readText } from './values.ts'

/** What people did to a message on the phone, and not what they said. */
const gestures: ReadonlySet<string> = new Set(['pin', 'keep_in_chat', 'reaction'])

const unsupportedKind: Kind = {
  read(part, item) {
    const what = readText(toRecord(part).type, 40)
    if (gestures.has(what))
      return note('The customer pinned, kept or marked a message on the phone', 'pinned', { what }, { isUnread: false })
    return unsupported(what, errorCode(item))
  },
  isUnread: true,
  opensWindow: true,
}

/** What WhatsApp itself has no kind for. */
const untold: Kind = {
  read: (_part, item) => unsupported('unknown', errorCode(item)),
  isUnread: true,
  opensWindow: true,
}

export const kinds: Readonly<Record<string, Kind>> = {
  text,
  button,
  interactive,
  ...files,
  location,
  contacts,
  order,
  unsupported: unsupportedKind,
  request_welcome: welcome,
  unknown: untold,
  ephemeral: untold,
}

/** Reads a message by its kind; a new kind, or one whose part is missing or wrong, is a line that says so. */
export function readKind(item: Readonly<Record<string, unknown>>): Seen & Pick<Kind, 'isUnread' | 'opensWindow'> {
  const type = readText(item.type, 40)
  const kind = (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? untold
  const seen = Object.hasOwn(kinds, type) ? kind.read(item[type], item) : null
  const { isUnread, opensWindow } = kind
  return { isUnread, opensWindow, ...(seen ?? { ...unknownKind(type, errorCode(item)), keepsRaw: true }) }
}
