import { useRef } from 'react';
import { FoldedCard } from '../../../ui/folded-card.tsx';
import { loadTexts } from '../../../ui/language/i18n.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { useMailbox } from './use-mailbox.ts';

const MailboxDetails = lazyComponent(async () => {
  const [{ MailboxDetails }] = await Promise.all([
    import('./mailbox-details.tsx'),
    loadTexts('mailbox'),
  ]);
  return MailboxDetails;
});

interface MailboxCardProps {
  startsOpen: boolean;
}

/** The connected mailbox, or the form to connect one. Unfolded if the sync has a problem. */
export function MailboxCard({ startsOpen }: MailboxCardProps) {
  const { t } = useTranslation('settings');
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: mailbox } = useMailbox();
  return (
    <FoldedCard
      title={t('mailbox.title')}
      value={mailbox === null ? t('mailbox.none') : mailbox?.integrated_email_address}
      startsOpen={startsOpen || Boolean(mailbox?.trouble)}
      headingRef={heading}
    >
      <MailboxDetails heading={heading} waiting={<SkeletonLines lines={5} />} />
    </FoldedCard>
  );
}
