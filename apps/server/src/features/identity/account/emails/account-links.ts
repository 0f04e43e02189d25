import { linkTo, linkWithSecret } from '../../../../platform/mail/link-to.ts';

/** The pages that mails lead to. None of them does anything until a button on it is pressed. */
export const accountLinks = {
  verifyEmail: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'signup', token }),
  recoverPassword: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/update-password', { type: 'recovery', token }),
  confirmEmailChange: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'email_change', token }),
  undoEmailChange: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'email_undo', token }),
  disownSignIn: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'disown_sign_in', token }),
  disownFactor: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'disown_factor', token }),
  stopLostDevice: (publicUrl: string, token: string) =>
    linkWithSecret(publicUrl, '/verify', { type: 'stop_lost_device', token }),
  security: (publicUrl: string) => linkTo(publicUrl, '/settings?tab=security'),
  forgotPassword: (publicUrl: string) => linkTo(publicUrl, '/forgot-password'),
  login: (publicUrl: string) => linkTo(publicUrl, '/login'),
};
