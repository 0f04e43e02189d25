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

function linkTo(publicUrl: string, path: string, query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(query);
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return `${publicUrl.replace(/\/+$/, '')}${path}${search}`;
}
