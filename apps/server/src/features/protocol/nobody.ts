/**
 * Where an entry in the owner's audit comes from: a contact's address and browser are not the
 * owner's business, and a payment ends in a job as often as in a request.
 */
export const nobody = { address: null, user_agent: null };
