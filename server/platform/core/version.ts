declare const __VERSION__: string

/** The digest of the sources of this build; 'development' when run from them. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : 'development'
