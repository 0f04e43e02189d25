/** `data_request`: a copy of the data that is kept about somebody, promised a time of its own. */
export const supportCategories = [
  'technical',
  'billing',
  'feature_request',
  'bug',
  'data_request',
] as const;
export type SupportCategory = (typeof supportCategories)[number];

/**
 * `queued`: kept, its mail is on the way. `sent`: in the mailbox of the support. `reopened`: its
 * author wrote again after an answer.
 */
export const supportStatuses = ['queued', 'sent', 'answered', 'reopened'] as const;
export type SupportStatus = (typeof supportStatuses)[number];

/** Who wrote a message of a request. */
export const supportAuthors = ['owner', 'support'] as const;
export type SupportAuthor = (typeof supportAuthors)[number];

/** What became of the mail of a message: to the support where its author wrote, else to its author. */
export const supportMailStates = ['queued', 'taken', 'refused'] as const;
export type SupportMailState = (typeof supportMailStates)[number];
