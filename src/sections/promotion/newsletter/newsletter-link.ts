import { addLink, trashedLink } from '#console/kit/text/section-link.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'

/** Whether its text can still be changed. */
export const isEditable = ({ status }: AnyRow): boolean => status === 'draft' || status === 'scheduled'

/** A draft goes on in its form; of the others there is what was sent. */
export const newsletterLink = (row: AnyRow) => (row.status === 'draft' ? draftLink(row) : reportLink(row.ref))

export const draftLink = ({ ref }: AnyRow) => addLink('newsletter', { draft: ref })
export const reportLink = (ref: string) => trashedLink('newsletter', 'report', ref)
