declare const __VERSION__: string

/** Digest of this build's sources; 'development' when run from them. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : 'development'
