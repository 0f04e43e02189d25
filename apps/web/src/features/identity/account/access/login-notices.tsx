import { loadTexts } from '../../../../ui/language/i18n.ts';
import { wordsOf } from '../../../../ui/language/words.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { CapturedMailHint, ResendLink } from './mail-notices.tsx';

interface UnconfirmedNoticeProps {
  title: string;
  email: string;
}

/** The password is correct but the address is not confirmed: offers to send the link again. */
export function UnconfirmedNotice({ title, email }: UnconfirmedNoticeProps) {
  return (
    <Notice kind="warning" announced title={title} actions={<ResendLink email={email} />}>
      <CapturedMailHint />
    </Notice>
  );
}

/** This sign-in used the second factor, which ended the waiting period of a lost device. */
export async function notifyEndedWait(): Promise<void> {
  await loadTexts('factors');
  toasts.plain(wordsOf('factors')('lost.endedBySignIn'));
}
