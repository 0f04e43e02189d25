import { addresses } from 'virtual:endpoint-addresses';
import { errorOf, requestOf, streamedLines } from '@zavet/contract/client';
import { withSessionRenewal } from '../../../../platform/client/send.ts';
import { transferFetch } from '../../../../platform/client/transfer-fetch.ts';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { sessionKeeper, sessionRenewal, useSession } from '../../../../platform/session/session.ts';
import { privateTabStorage } from '../../../../platform/storage/private-storage.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { currentLanguage } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { parseJsonLines, readAnswer } from '../conversation/answer-stream.ts';
import { Chat, type ChatEnvironment, type RequestAnswer } from '../conversation/chat.ts';
import { PagePresence, SessionChats } from '../conversation/chat-lifetime.ts';
import { StoredConversation } from '../conversation/stored-conversation.ts';
import { WritingAssistant } from '../writing.tsx';
import type { LetterDraft } from './letter-draft.ts';

interface WritingPlaceProps {
  onInsert: (draft: LetterDraft) => void;
}

/** The conversation with the assistant, beside the letter that it drafts. */
export function WritingPlace({ onInsert }: WritingPlaceProps) {
  const { t } = useTranslation('assistant');
  const session = useSession();
  const query = useEndpoint('getAssistant');
  if (session.status !== 'signed_in') return <SignInNotice />;
  const chat = chatOf(session.session.user.id);
  return (
    <Loaded query={query} lines={6} failed={t('disclosure.failed')}>
      {(assistant) => <WritingAssistant assistant={assistant} chat={chat} onInsert={onInsert} />}
    </Loaded>
  );
}

function SignInNotice() {
  const { t } = useTranslation('assistant');
  return (
    <Notice
      title={t('signIn.title')}
      actions={
        <ButtonLink to="/login" kind="quiet">
          {t('signIn.action')}
        </ButtonLink>
      }
    />
  );
}

const send = withSessionRenewal(sessionRenewal, transferFetch);

const requestAnswer: RequestAnswer = async (request, { signal, onText }) => {
  const { path, ...init } = requestOf(addresses.askAssistant, {
    headers: { accept: streamedLines },
    body: { ...request, language: currentLanguage() },
  });
  const response = await send(path, { ...init, signal });
  if (!response.ok || !response.body) throw await errorOf(response);
  return readAnswer(parseJsonLines(response.body), onText);
};

const presence = new PagePresence(window);

const environment: ChatEnvironment = {
  nextFrame: (run) => requestAnimationFrame(run),
  whenPresent: () => presence.whenPresent(),
};

const chats = new SessionChats(
  sessionKeeper,
  (userId) =>
    new Chat(requestAnswer, new StoredConversation(privateTabStorage, userId), environment),
);

/** Returns the same chat for the same user until the session ends. */
function chatOf(userId: string): Chat {
  return chats.chatOf(userId);
}

addEventListener('pagehide', () => chats.save());
// Phones discard hidden pages without further events.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') chats.save();
});
