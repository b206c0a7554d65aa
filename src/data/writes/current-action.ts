/** What an action was called in rows that an earlier console stored. */
const renamed: ReadonlyMap<string, string> = new Map([['status', 'bulkUpdate']])

/** The name that the action of a stored row has in the contract now. */
export const currentAction = (action: string): string => renamed.get(action) ?? action
