import type { SupportView } from '@zavet/contract/support/support-endpoints';
import { supportTerms } from '@zavet/contract/support/support-terms';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';
import { SectionCard } from '../../interface/section-card.tsx';
import { Skeleton } from '../../interface/skeleton.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import styles from './support.module.css';

/** When and where the support can be reached, and what it promises on this plan. */
export function ContactCard({ support }: { support: SupportView | undefined }) {
  const { t } = useTranslation('support');
  const { opensAt, closesAt, replyHours } = supportTerms;
  return (
    <SectionCard title={t('contact.title')} lead={t('contact.faqText')}>
      <dl className={styles.facts}>
        <Fact name={t('contact.hours')}>{t('contact.hoursText', { opensAt, closesAt })}</Fact>
        <Fact name={t('contact.reply')}>{t('contact.replyText', { count: replyHours })}</Fact>
        <Fact name={t('contact.promise')}>
          {support &&
            t('contact.promiseText', {
              tier: t(`tiers.${support.tier}`),
              count: support.answer_hours,
            })}
        </Fact>
        <Fact name={t('contact.mailbox')}>
          {support && <MailboxLink email={support.support_email} />}
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

/** A bar stands in for what is not known yet. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width="12rem" height="1.2rem" />}</dd>
    </div>
  );
}
