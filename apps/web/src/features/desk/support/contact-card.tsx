import type { SupportView } from '@zavet/contract/desk/support-endpoints';
import { supportTerms } from '@zavet/contract/desk/support-values';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Skeleton } from '../../../ui/loading.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import styles from './support.module.css';

/** When and where the support can be reached, and what it promises on this plan. */
export function ContactCard({ support }: { support: SupportView | undefined }) {
  const { t } = useTranslation('support');
  const { opensAt, closesAt, replyHours } = supportTerms;
  const promise = ({ tier, answer_hours }: Promised) =>
    t('contact.promiseText', { tier: t(`tiers.${tier}`), count: answer_hours });
  return (
    <SectionCard title={t('contact.title')} lead={t('contact.faqText')}>
      <dl className={styles.facts}>
        <Fact name={t('contact.hours')}>{t('contact.hoursText', { opensAt, closesAt })}</Fact>
        <Fact name={t('contact.reply')}>{t('contact.replyText', { count: replyHours })}</Fact>
        <Fact name={t('contact.promise')}>
          {support ? promise(support) : <TextBar>{promise(usualPromise)}</TextBar>}
        </Fact>
        <Fact name={t('contact.mailbox')}>
          {support ? (
            <MailboxLink email={support.support_email} />
          ) : (
            <Skeleton width="12rem" height="1lh" />
          )}
        </Fact>
      </dl>
      <div>
        <ButtonLink to="/faq" kind="quiet">
          {t('contact.faq')}
        </ButtonLink>
      </div>
    </SectionCard>
  );
}

type Promised = Pick<SupportView, 'tier' | 'answer_hours'>;

/** As long as most promises are. */
const usualPromise: Promised = { tier: 'free', answer_hours: supportTerms.answerHours.free };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Stands in for a text that is not known yet, with all of its lines, so that nothing moves when it comes. */
function TextBar({ children }: { children: string }) {
  return (
    <span className={styles.textBar} aria-hidden>
      {children}
    </span>
  );
}
