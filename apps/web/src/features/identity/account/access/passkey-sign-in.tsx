import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { isPasskeyKnown } from './passkey-failure.ts';
import type { SignedInAnswer } from './signed-in-answer.ts';

const PasskeyNotice = lazyPart(async () => {
  const [{ PasskeyNotice }] = await Promise.all([
    import('./passkey-notice.tsx'),
    loadTexts('factors'),
  ]);
  return PasskeyNotice;
});

interface PasskeySignInProps {
  onSignedIn: (answer: SignedInAnswer) => void;
}

/** Signs in without a password. What speaks to the device is fetched when the button is pressed. */
export function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const { t } = useTranslation('account');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  if (!isPasskeyKnown()) return null;

  async function signIn() {
    setBusy(true);
    setFailure(undefined);
    try {
      const [{ askPasskey }, request] = await Promise.all([
        import('./passkeys.ts'),
        api.beginPasskeySignIn(),
      ]);
      const passkey = await askPasskey(request);
      onSignedIn(await api.signInWithPasskey({ body: { passkey } }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button kind="quiet" wide loading={isBusy} onClick={() => void signIn()}>
        {t('login.passkey')}
      </Button>
      {failure !== undefined && <PasskeyNotice failure={failure} />}
    </>
  );
}
