import { AddressSuggestion } from '../../../../ui/address-suggestion.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { CapturedMailHint } from './captured-mail-hint.tsx';
import type { JustMailed } from './navigation-state.d.ts';
import { ResendLink } from './resend-link.tsx';

interface MailedToProps {
  mailed: JustMailed;
  /** Back to the form, with the address that was given or the one that was meant. */
  onAnother: (email: string) => void;
  /** A button was reached: the screen should wait. */
  onUse?: () => void;
}

/** Where the mail went, and what to do when it does not come. */
export function MailedTo({ mailed, onAnother, onUse }: MailedToProps) {
  const { t } = useTranslation('account');
  const { kind, email } = mailed;
  const buttons = (
    <>
      {kind === 'signUp' && <ResendLink email={email} onUse={onUse} />}
      <Button kind="quiet" onFocus={onUse} onClick={() => onAnother(email)}>
        {t('mailedTo.another')}
      </Button>
    </>
  );
  return (
    <>
      <Notice actions={buttons}>
        {t('mailedTo.text', { email })}
        <AddressSuggestion address={email} onCorrect={onAnother} />
      </Notice>
      <CapturedMailHint />
    </>
  );
}
