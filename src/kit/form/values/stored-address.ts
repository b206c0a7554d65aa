import { getConfig } from '#console/data/api/config.ts'

/** A stored picture's address, which is written without the host that has it. */
export const storedAddress = (path: string): string => getConfig().hosts.main + path
