/** What a status says at a glance; the console has a colour for each. */
export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad' | 'accent'
