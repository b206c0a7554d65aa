import { linkOptions } from '@tanstack/react-router'
import { listLink } from '../../text/section-link.ts'

/** Link to the screen that a form was opened from: the home, or a section's list. */
export const backLink = (from: string) => (from === 'dashboard' ? linkOptions({ to: '/dashboard' }) : listLink(from))
