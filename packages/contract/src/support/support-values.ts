export const supportCategories = ['technical', 'billing', 'feature_request', 'bug'] as const;
export type SupportCategory = (typeof supportCategories)[number];

/** `queued`: kept, its mail is on the way. `sent`: in the mailbox of the support. */
export const supportStatuses = ['queued', 'sent', 'answered'] as const;
export type SupportStatus = (typeof supportStatuses)[number];
