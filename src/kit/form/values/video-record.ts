import { createContext } from 'react'
import type { Section } from '#contract/kit/section/section.ts'

/** The stored record that a form is of, for playing its videos; null on an add form. */
export const VideoRecord = createContext<{ section: Section; record: string } | null>(null)
