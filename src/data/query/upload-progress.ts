/** How far uploads of waiting rows are, wherever the drain runs: 'Uploading N %'. */
import { createStore } from '../base/store.ts'

/** Percent by mutation id; kept over a cut, because the next attempt goes on from there. */
export const progressStore = createStore<Readonly<Record<string, number>>>({})
