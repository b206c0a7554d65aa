/** Parts of messages that few messages have: loaded with their words when the first one is drawn. */
import { loadMessages } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'

/** Without words a part is drawn with its ids; the next load of the page has them. */
const text = () => loadMessages('parts').catch(() => undefined)

export const Details = deferred(async () => (await Promise.all([import('./details.tsx'), text()]))[0].Details)
export const Chips = deferred(async () => (await Promise.all([import('./chips.tsx'), text()]))[0].Chips)
export const Edited = deferred(async () => (await Promise.all([import('./marks.tsx'), text()]))[0].Edited)
export const Deleted = deferred(async () => (await Promise.all([import('./marks.tsx'), text()]))[0].Deleted)
export const Reactions = deferred(async () => (await Promise.all([import('./reactions.tsx'), text()]))[0].Reactions)
export const ReactionBar = deferred(async () => (await Promise.all([import('./reactions.tsx'), text()]))[0].ReactionBar)
const loadReactMenu = async () => (await Promise.all([import('./reactions.tsx'), text()]))[0].ReactMenu
export const ReactMenu = deferred(loadReactMenu)
export const prepareReactMenu = (): void => void loadReactMenu().catch(() => undefined)
export const AskNumber = deferred(async () => (await Promise.all([import('./ask-number.tsx'), text()]))[0].AskNumber)
export const NoteLine = deferred(async () => (await Promise.all([import('./note-line.tsx'), text()]))[0].NoteLine)
