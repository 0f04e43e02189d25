import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { isProtocolActive } from './closed.ts';

/** Said before anything is written that nobody would receive. */
export function ProtocolActiveNotice({ contacts }: { contacts: readonly ContactView[] }) {
  const { t } = useTranslation('instructions');
  if (!isProtocolActive(contacts)) return null;
  return (
    <Notice kind="warning" title={t('protocol.activeTitle')}>
      {t('protocol.activeText')}
    </Notice>
  );
}
