import { Notice } from '../../../../ui/notice.tsx';
import { CapturedMailHint, ResendLink } from './mail-notices.tsx';

interface UnconfirmedNoticeProps {
  title: string;
  email: string;
}

/** The password is right and the address is not confirmed: the link can be sent again. */
export function UnconfirmedNotice({ title, email }: UnconfirmedNoticeProps) {
  return (
    <Notice kind="warning" announced title={title} actions={<ResendLink email={email} />}>
      <CapturedMailHint />
    </Notice>
  );
}
