/** Who did not prove the password lately is asked for it in a dialog, and not in the form. */
export const passwordAskedElsewhere = { current_password: undefined };
