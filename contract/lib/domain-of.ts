/** Returns the domain of a mail address, also of one with a name: 'Lapangan <no-reply@lapangan.test>'. */
export const domainOf = (address: string): string => /@([\w.-]+)/.exec(address)?.[1]?.toLowerCase() ?? 'localhost'
