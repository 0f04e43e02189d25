import type { SupportThread } from '@zavet/contract/desk/support-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import requestStyles from '../../support/public/request.module.css';
import { Said } from '../../support/public/said.tsx';
import { AnswerForm } from './answer-form.tsx';
import { RequestBadge, type RequestState, RequestTimes } from './request-row.tsx';
import styles from './support-desk.module.css';

/** One request with everything that was written, and the form of the answer. */
export function Thread({ id, state }: { id: string; state: RequestState }) {
  const { t } = useTranslation('desk-support');
  const thread = useEndpoint('getSupportRequest', { params: { id } });
  return (
    <>
      <div>
        <ButtonLink to="/operator/support" search={{ state }} kind="quiet">
          {t('back')}
        </ButtonLink>
      </div>
      <Loaded query={thread} lines={8}>
        {({ request }) => (
          <>
            <Written request={request} />
            <AnswerForm key={id} request={request} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Written({ request }: { request: SupportThread }) {
  const { t } = useTranslation('desk-support');
  const { reference, subject, category, user_email, account_email } = request;
  const topic = subject || t(`categories.${category}`);
  const { id, name, message: text, created_at } = request;
  const first = { id, author: 'owner', text, created_at } as const;
  return (
    <SectionCard title={t('named', { reference, topic })}>
      <div className={requestStyles.head}>
        <RequestTimes request={request} />
        <RequestBadge request={request} />
      </div>
      <p className={styles.quiet}>{t('account', { email: account_email })}</p>
      {user_email !== account_email && (
        <Notice kind="warning">{t('otherAddress', { email: user_email })}</Notice>
      )}
      <ol className={requestStyles.conversation}>
        {[{ ...first, mail_state: null }, ...request.messages].map((one) => (
          <Said
            key={one.id}
            author={one.author}
            name={(one.author === 'owner' && name) || t(`authors.${one.author}`)}
            created_at={one.created_at}
            text={one.text || t('damaged')}
          >
            {one.author === 'support' && one.mail_state && (
              <span>{t(`mails.${one.mail_state}`)}</span>
            )}
          </Said>
        ))}
      </ol>
      {request.is_answer_refused && (
        <Notice kind="warning" title={t('refused.title')}>
          {t('refused.text')}
        </Notice>
      )}
    </SectionCard>
  );
}
