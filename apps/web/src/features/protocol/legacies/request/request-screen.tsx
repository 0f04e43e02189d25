import { useNavigate, useSearch } from '@tanstack/react-router';
import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { RequestView } from '@zavet/contract/protocol/request-endpoints';
import { useState } from 'react';
import { useSession } from '../../../../platform/session/session.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Card, SectionCard } from '../../../../ui/card.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { isActive } from '../../../vault/instructions/public/upload-runner.ts';
import { WithdrawRequest } from '../cancel-buttons.tsx';
import { useLegacies, useRequest } from '../legacy-queries.ts';
import { nameOf, stageOf } from '../legacy-stage.ts';
import { filingStateOf } from '../start-rules.ts';
import styles from './request.module.css';
import {
  type DocumentUploads,
  RequestDocuments,
  useDocumentUploads,
} from './request-documents.tsx';
import { RequestForm, RequestSteps } from './request-form.tsx';

/** A request of a contact: the form, then the filed request. */
export function RequestScreen() {
  const { t } = useTranslation('requests');
  const { legacy: contactId } = useSearch({ strict: false });
  const query = useLegacies();
  const session = useSession();
  const legacy = query.data?.legacies.find((one) => one.trusted_contact_id === contactId);
  const userId = session.status === 'signed_in' ? session.session.user.id : undefined;
  // Reserves the line of the lead while the owner is loading, to avoid a layout shift.
  const placeholder = contactId && query.isPending ? '\u00a0' : undefined;
  const lead = legacy ? t('lead', { name: nameOf(legacy) }) : placeholder;
  return (
    <Page title={t('title')} lead={lead} width="text">
      {legacy && userId ? (
        <ContactRequest key={legacy.trusted_contact_id} legacy={legacy} userId={userId} />
      ) : query.data ? (
        <NothingToFile />
      ) : (
        <Card>
          <Loaded query={query} lines={6} failed={t('loadFailed')}>
            {() => null}
          </Loaded>
        </Card>
      )}
      {!query.isPending && (
        <div>
          <ButtonLink to="/trusted-legacies" kind="plain">
            {t('back')}
          </ButtonLink>
        </div>
      )}
    </Page>
  );
}

function ContactRequest({ legacy, userId }: { legacy: LegacyView; userId: string }) {
  const { t } = useTranslation('requests');
  const navigate = useNavigate();
  const documents = useDocumentUploads();
  const [filedId, setFiledId] = useState<string>();
  const { activation } = legacy;
  const openId = stageOf(legacy) === 'requested' ? activation?.id : undefined;
  // Right after filing, the cached list does not contain the request yet.
  const shownId = openId ?? (activation?.id === filedId ? undefined : filedId);

  function showFiled(requestId: string, files: readonly File[]) {
    setFiledId(requestId);
    documents.runner.add(requestId, files);
  }

  return (
    <>
      {shownId ? (
        <FiledRequest
          id={shownId}
          legacy={legacy}
          documents={documents}
          isJustFiled={shownId === filedId}
          onWithdrawn={() => void navigate({ to: '/trusted-legacies' })}
        />
      ) : (
        <NewRequest legacy={legacy} userId={userId} onFiled={showFiled} />
      )}
      <LeaveGuard
        isChanged={documents.uploads.some(isActive)}
        title={t('documents.leaveTitle')}
        text={t('documents.leaveText')}
      />
    </>
  );
}

interface NewRequestProps {
  legacy: LegacyView;
  userId: string;
  onFiled: (requestId: string, documents: readonly File[]) => void;
}

function NewRequest({ legacy, userId, onFiled }: NewRequestProps) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const state = filingStateOf(legacy, Date.now());
  switch (state.kind) {
    case 'open':
      return <RequestForm legacy={legacy} userId={userId} onFiled={onFiled} />;
    case 'later':
      return <Notice kind="warning">{t('later', { date: formats.dateTime(state.from) })}</Notice>;
    case 'closed':
      return <NothingToFile />;
  }
}

function NothingToFile() {
  const { t } = useTranslation('requests');
  return <Notice>{t('nothingToFile')}</Notice>;
}

interface FiledRequestProps {
  id: string;
  legacy: LegacyView;
  documents: DocumentUploads;
  /** True if the request was filed on this page just now. */
  isJustFiled: boolean;
  onWithdrawn: () => void;
}

/** A filed request with its text and documents; more documents can be added. */
function FiledRequest({ id, legacy, documents, isJustFiled, onWithdrawn }: FiledRequestProps) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const query = useRequest(id);
  const request = query.data?.request;
  if (!request) {
    return (
      <Card>
        <Loaded query={query} lines={6} failed={t('loadFailed')}>
          {() => null}
        </Loaded>
      </Card>
    );
  }
  return (
    <>
      {request.asked_for === null ? (
        <Notice
          kind="success"
          announced={isJustFiled}
          takesFocus={isJustFiled}
          title={t('requested.title', { date: formats.dateTime(request.filed_at) })}
        >
          <p>{t('requested.text')}</p>
          {request.answer_by && <p>{t('answerBy', { day: formats.day(request.answer_by) })}</p>}
        </Notice>
      ) : (
        <Notice kind="warning" title={t('asked.title')}>
          <blockquote className={styles.note}>{request.asked_for}</blockquote>
          <p>{t('asked.text')}</p>
        </Notice>
      )}
      <SectionCard title={t('documents.title')}>
        <p className={styles.quiet}>{t('documents.more')}</p>
        <RequestDocuments request={request} documents={documents} />
      </SectionCard>
      <Explanation request={request} />
      <RequestSteps legacy={legacy} />
      {legacy.activation?.id === id && <WithdrawRequest legacy={legacy} onDone={onWithdrawn} />}
    </>
  );
}

function Explanation({ request }: { request: RequestView }) {
  const { t } = useTranslation('requests');
  if (request.explanation === null) return null;
  return (
    <Card>
      <Heading level={2}>{t('written')}</Heading>
      <p className={styles.explanation}>{request.explanation}</p>
    </Card>
  );
}
