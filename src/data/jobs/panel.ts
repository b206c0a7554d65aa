import { createStore } from '../base/store.ts'

/** Whether the list of tasks is open: what begins a task opens it. */
export const tasksPanelStore = createStore(false)
