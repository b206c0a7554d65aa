import core from './core.json' with { type: 'json' }
import fields from './fields.json' with { type: 'json' }
import list from './list.json' with { type: 'json' }

/** Messages of the first row; one chunk per language. */
export const catalog = { ...core, ...fields, ...list }
