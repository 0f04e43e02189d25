/** Tells password managers whose password a form asks for. */
export function UsernameField({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
