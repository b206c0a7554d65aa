/** Tones of statuses; the console has a colour for each. */
export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad' | 'accent'
