import type { AssistantView } from '@zavet/contract/assistant/assistant-endpoints';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ButtonLink } from '../../../interface/button.tsx';
import { ErrorState } from '../../../interface/error-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { toasts } from '../../../interface/toasts.tsx';
import { useSession } from '../../../platform/session/session.ts';
import { useObservable } from '../../../platform/state/observable.ts';
import { Announcer } from '../announcer.tsx';
import { useAssistant } from '../api/assistant.ts';
import styles from '../assistant.module.css';
import { Composer } from '../composer.tsx';
import type { Chat } from '../conversation/chat.ts';
import { chatOf } from '../conversation/chat-of-person.ts';
import type { Failure } from '../failure.ts';
import { MessageList } from '../message-list.tsx';
import { QuickReplies } from '../quick-replies.tsx';
import { useFailureText } from '../use-failure-text.ts';
import type { InsertedDraft } from './inserted-draft.ts';

interface AssistantPanelProps {
  /** A text for the instruction that is being written. */
  onInsert: (draft: InsertedDraft) => void;
}

export function AssistantPanel({ onInsert }: AssistantPanelProps) {
  const { t } = useTranslation('assistant');
  const session = useSession();
  const query = useAssistant();
  if (session.status !== 'signed_in') return <SignInFirst />;
  if (query.data) {
    const chat = chatOf(session.session.user.id);
    return <OpenPanel assistant={query.data} chat={chat} onInsert={onInsert} />;
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

interface OpenPanelProps extends AssistantPanelProps {
  assistant: AssistantView;
  chat: Chat;
}

function OpenPanel({ assistant, chat, onInsert }: OpenPanelProps) {
  const state = useObservable(chat);
  const field = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLElement>(null);
  useTellFailures(chat);

  /** A pressed button that goes away hands the focus on. On a phone the keyboard must not cover the answer. */
  function goOn() {
    if (document.activeElement === field.current) return;
    const isTouched = matchMedia('(pointer: coarse)').matches;
    (isTouched ? log : field).current?.focus({ preventScroll: true });
    (isTouched ? log.current : field.current?.form)?.scrollIntoView({ block: 'nearest' });
  }

  function send(text: string) {
    void chat.send(text);
    goOn();
  }

  return (
    <div className={styles.panel}>
      <Disclosure assistant={assistant} />
      <MessageList
        ref={log}
        state={state}
        kind={assistant.kind}
        onInsert={onInsert}
        onRepeat={() => {
          void chat.repeat();
          goOn();
        }}
        onStop={() => {
          chat.stop();
          goOn();
        }}
      >
        {assistant.kind === 'guide' && <QuickReplies state={state} onReply={send} />}
      </MessageList>
      <Composer
        ref={field}
        state={state}
        onType={(text) => chat.type(text)}
        onSend={send}
        onClear={() => {
          chat.clear();
          // The dialog hands the focus back first, to a button that is gone.
          requestAnimationFrame(goOn);
        }}
      />
      <Announcer state={state} />
    </div>
  );
}

/** Said before anything is sent, and as long as anything can be. */
function Disclosure({ assistant }: { assistant: AssistantView }) {
  const { t } = useTranslation('assistant');
  const { kind, service, model } = assistant;
  return (
    <p className={styles.disclosure}>
      {kind === 'guide'
        ? t('disclosure.guide')
        : t('disclosure.model', { service: service ?? '', model: model ?? '' })}{' '}
      {t('disclosure.tab')}
    </p>
  );
}

function useTellFailures(chat: Chat): void {
  const describe = useFailureText();
  const tell = useEffectEvent((failure: Failure) => toasts.error(describe(failure)));
  useEffect(() => chat.onFailure((failure) => tell(failure)), [chat]);
}
