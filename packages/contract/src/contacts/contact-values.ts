export const contactCategories = ['family', 'friend', 'professional', 'other'] as const;
export type ContactCategory = (typeof contactCategories)[number];

/**
 * `pending`: named, has not answered. `declined`: said no; may be asked again.
 * `activated`: took part in an activation; can no longer be changed or removed.
 */
export const contactStatuses = ['pending', 'confirmed', 'declined', 'activated'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

/** As the owner sees a contact. `uninvited`: named, and no invitation was sent. */
export const shownContactStatuses = ['uninvited', ...contactStatuses] as const;
export type ShownContactStatus = (typeof shownContactStatuses)[number];

/** What became of the latest invitation mail: on its way, taken by a mail server, or refused permanently. */
export const invitationMailStates = ['queued', 'sent', 'refused'] as const;
export type InvitationMailState = (typeof invitationMailStates)[number];
