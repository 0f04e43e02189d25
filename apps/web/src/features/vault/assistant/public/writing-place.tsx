import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
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
  const chat = chatOf(session.session.user.id);
  return (
    <Loaded query={query} lines={6} failed={t('disclosure.failed')}>
      {(assistant) => <Writing assistant={assistant} chat={chat} onInsert={onInsert} />}
    </Loaded>
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
