/** Picture types of all browsers and mail programs. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
