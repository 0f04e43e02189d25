import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { chatOf } from '../conversation/session-chat.ts';
import { Writing } from '../writing.tsx';
import type { LetterDraft } from './letter-draft.ts';

interface WritingPlaceProps {
  onInsert: (draft: LetterDraft) => void;
}

/** The conversation with the assistant beside the letter it produces. */
export function WritingPlace({ onInsert }: WritingPlaceProps) {
  const { t } = useTranslation('assistant');
  const session = useSession();
  const query = useEndpoint('getAssistant');
  if (session.status !== 'signed_in') return <SignInFirst />;
  if (query.data) {
    const chat = chatOf(session.session.user.id);
    return <Writing assistant={query.data} chat={chat} onInsert={onInsert} />;
  }
  if (!query.isError) return <SkeletonLines lines={6} />;
  return (
    <ErrorState
      title={t('disclosure.failed')}
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  );
}

function SignInFirst() {
  const { t } = useTranslation('assistant');
  return (
    <Notice
      title={t('signIn.title')}
      actions={
        <ButtonLink to="/login" kind="quiet">
          {t('signIn.action')}
        </ButtonLink>
      }
    >
      {t('signIn.text')}
    </Notice>
  );
}
