import { getConfig } from '#console/data/api/config.ts'

/** URL of a stored picture, whose path is kept without the host. */
export const storedAddress = (path: string): string => getConfig().hosts.main + path
