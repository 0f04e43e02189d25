import { useSearch } from '@tanstack/react-router';
import type { SupportView } from '@zavet/contract/desk/support-endpoints';
import { supportTerms } from '@zavet/contract/desk/support-values';
import type { ReactNode } from 'react';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, SectionCard } from '../../../ui/card.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded, SkeletonCard, WaitForQueries } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { RequestsCard } from './requests-card.tsx';
import styles from './support.module.css';
import { SupportForm } from './support-form.tsx';
import { topicOf } from './support-rules.ts';

const pollMs = 10_000;

export function SupportTab() {
  const support = useEndpoint(
    'getSupport',
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.requests.some(({ status }) => status === 'queued') ? pollMs : false,
    },
  );
  return (
    <WaitForQueries queries={[support, useEndpoint('getProfile')]} waiting={threeCards}>
      <ContactCard support={support.data} />
      <SupportFormCard />
      <RequestsCard query={support} />
    </WaitForQueries>
  );
}

const threeCards = (
  <>
    <SkeletonCard lines={4} hasAction />
    <SkeletonCard lines={8} hasAction />
    <SkeletonCard />
  </>
);

/** Waits for the profile, which prefills the form. */
function SupportFormCard() {
  const { t } = useTranslation('support');
  const search = useSearch({ strict: false });
  const topic = topicOf(search.topic);
  const writer = useEndpoint('getProfile');
  if (writer.data) {
    return <SupportForm writer={writer.data} topic={topic} />;
  }
  return (
    <Card>
      <Loaded query={writer} lines={6} failed={t('loadFailed')}>
        {() => null}
      </Loaded>
    </Card>
  );
}

function ContactCard({ support }: { support: SupportView | undefined }) {
  const { t } = useTranslation('support');
  const { opensAt, closesAt, replyHours } = supportTerms;
  const promise = ({ tier, answer_hours }: AnswerTerms) =>
    t('contact.promiseText', { tier: t(`tiers.${tier}`), count: answer_hours });
  return (
    <SectionCard title={t('contact.title')} lead={t('contact.faqText')}>
      <dl className={styles.facts}>
        <Fact name={t('contact.hours')}>{t('contact.hoursText', { opensAt, closesAt })}</Fact>
        <Fact name={t('contact.reply')}>{t('contact.replyText', { count: replyHours })}</Fact>
        <Fact name={t('contact.promise')}>
          {support ? promise(support) : <TextBar>{promise(placeholderTerms)}</TextBar>}
        </Fact>
        <Fact name={t('contact.mailbox')}>
          {support ? (
            <a href={`mailto:${support.support_email}`}>{support.support_email}</a>
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

type AnswerTerms = Pick<SupportView, 'tier' | 'answer_hours'>;

/** Text of typical length for the skeleton. */
const placeholderTerms: AnswerTerms = { tier: 'free', answer_hours: supportTerms.answerHours.free };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A skeleton with the line breaks of the expected text, to avoid a layout shift. */
function TextBar({ children }: { children: string }) {
  return (
    <span className={styles.textBar} aria-hidden>
      {children}
    </span>
  );
}
