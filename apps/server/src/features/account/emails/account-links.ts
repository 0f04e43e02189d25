import { linkTo } from '../../../platform/mail/link-to.ts';

/** The pages that mails lead to. Tokens stand in the query; the page takes them out of sight at once. */
export const accountLinks = {
  verifyEmail: (publicUrl: string, token: string) =>
    linkTo(publicUrl, '/verify', { type: 'signup', token }),
  recoverPassword: (publicUrl: string, token: string) =>
    linkTo(publicUrl, '/update-password', { type: 'recovery', token }),
  confirmEmailChange: (publicUrl: string, token: string) =>
    linkTo(publicUrl, '/verify', { type: 'email_change', token }),
  undoEmailChange: (publicUrl: string, token: string) =>
    linkTo(publicUrl, '/verify', { type: 'email_undo', token }),
  forgotPassword: (publicUrl: string) => linkTo(publicUrl, '/forgot-password'),
  login: (publicUrl: string) => linkTo(publicUrl, '/login'),
};
