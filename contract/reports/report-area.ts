/**
 * What the navigation and the guard call the screen below /report: its words are `nav.<name>`. As of a section, 'activity' and
 * 'activity/list' are one.
 */
export const reportArea = (path: string): string =>
  ['report', ...path.split('/').filter((part) => part !== '' && part !== 'list')].join('-')
