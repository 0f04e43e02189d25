import type { AssistantView } from '@zavet/contract/vault/assistant-endpoints';
import { parseReply, type ReplyPart } from '@zavet/contract/vault/reply-rules';
import {
  memo,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../../../ui/button.tsx';
import { useRefusalText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { ChatState } from './conversation/chat.ts';
import {
  type ChatMessage,
  type Failure,
  findQuestionToRepeat,
  hasAssistantText,
} from './conversation/message-rules.ts';
import styles from './conversation.module.css';
import { createLetterDraft, type LetterDraft } from './public/letter-draft.ts';

interface MessageListProps {
  ref: Ref<HTMLElement>;
  state: ChatState;
  kind: AssistantView['kind'];
  onInsert: (draft: LetterDraft) => void;
  onRepeat: () => void;
  onStop: () => void;
  /** Shown below the last message. */
  children: ReactNode;
}

export function MessageList(props: MessageListProps) {
  const { state, kind, onInsert } = props;
  const { t } = useTranslation('assistant');
  const list = useStickToEnd(props.ref, state.messages);
  const canRepeat = !state.isAnswering && findQuestionToRepeat(state.messages) !== undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section ref={list} className={styles.log} aria-label={t('conversation')} tabIndex={0}>
      <ol className={styles.messages}>
        {state.isGreeting && (
          <li className={styles.reply}>
            <Speaker isOwn={false} />
            <p className={styles.words}>{t(`greeting.${kind}`)}</p>
          </li>
        )}
        {state.messages.map((message) => (
          <li key={message.id} className={message.role === 'user' ? styles.own : styles.reply}>
            <Speaker isOwn={message.role === 'user'} />
            {message.role === 'user' ? (
              <p className={styles.words}>{message.content}</p>
            ) : (
              <Reply message={message} canInsertReply={kind === 'model'} onInsert={onInsert} />
            )}
          </li>
        ))}
      </ol>
      {(canRepeat || state.isAnswering) && (
        <div className={styles.listActions}>
          {canRepeat && (
            <Button kind="quiet" onClick={props.onRepeat}>
              {t('repeat')}
            </Button>
          )}
          {state.isAnswering && (
            <Button kind="quiet" onClick={props.onStop}>
              {t('message.stop')}
            </Button>
          )}
        </div>
      )}
      {props.children}
    </section>
  );
}

function Speaker({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation('assistant');
  return <VisuallyHidden>{`${t(isOwn ? 'you' : 'assistant')}: `}</VisuallyHidden>;
}

/** Within this distance from its end, the list follows new text. */
const followDistancePx = 40;

/** Keeps the end of the growing list in view unless the reader scrolled up. */
function useStickToEnd(ref: Ref<HTMLElement>, messages: readonly ChatMessage[]) {
  const list = useRef<HTMLElement>(null);
  const isFollowed = useRef(true);
  useImperativeHandle(ref, () => list.current as HTMLElement, []);

  const follow = useEffectEvent(() => {
    const element = list.current;
    // Without messages, the beginning of the greeting stays visible.
    if (!element || messages.length === 0) return;
    element.scrollTop = element.scrollHeight;
  });

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const updateFollowed = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      isFollowed.current = below < followDistancePx;
    };
    element.addEventListener('scroll', updateFollowed, { passive: true });
    // A warning that appears below the list makes the list shorter.
    const resizing = new ResizeObserver(() => {
      if (isFollowed.current) follow();
    });
    resizing.observe(element);
    return () => {
      element.removeEventListener('scroll', updateFollowed);
      resizing.disconnect();
    };
  }, []);

  const wasQuestionSent = messages.at(-2)?.role === 'user' && messages.at(-1)?.content === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows every change of the messages
  useLayoutEffect(() => {
    if (isFollowed.current || wasQuestionSent) follow();
  }, [messages, wasQuestionSent]);

  return list;
}

interface ReplyProps {
  message: ChatMessage;
  /** Offers to insert complete replies as well, if they contain no marked draft. */
  canInsertReply: boolean;
  onInsert: (draft: LetterDraft) => void;
}

/** Renders a reply as plain text, never as markup, with collapsible drafts. */
const Reply = memo(({ message, canInsertReply, onInsert }: ReplyProps) => {
  const { t } = useTranslation('assistant');
  const apologyFor = useFailureReply();
  const { state } = message;
  if (state === 'apology') {
    return <p className={styles.words}>{apologyFor(message.failure ?? 'unknown')}</p>;
  }
  const parts = parseReply(message.content);
  const isGrowing = state === 'growing';
  if (isGrowing && parts.length === 0) return <ThinkingIndicator />;
  const isPlain = parts.length > 0 && parts.every(({ kind }) => kind === 'words');
  return (
    <>
      {parts.map((part, index) =>
        part.kind === 'words' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow
          <Paragraphs key={index} text={part.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow
          <Draft key={index} part={part} isComplete={!isGrowing} onInsert={onInsert} />
        ),
      )}
      {state === 'stopped' && <p className={styles.mark}>{t('stopped')}</p>}
      {state === 'broken' && <p className={styles.mark}>{t('broken')}</p>}
      {canInsertReply && isPlain && !isGrowing && (
        <Button
          kind="plain"
          className={styles.insertWhole}
          onClick={() => onInsert(createLetterDraft(message.content.trim()))}
        >
          {t('draft.insertWhole')}
        </Button>
      )}
    </>
  );
});

interface DraftProps {
  part: ReplyPart;
  isComplete: boolean;
  onInsert: (draft: LetterDraft) => void;
}

/** Collapsed, because the latest draft is shown beside the conversation. */
function Draft({ part, isComplete, onInsert }: DraftProps) {
  const { t } = useTranslation('assistant');
  return (
    <details className={styles.draft}>
      <summary className={styles.draftTitle}>{t('draft.title')}</summary>
      <Paragraphs text={part.text} />
      {isComplete && (
        <Button kind="plain" onClick={() => onInsert(createLetterDraft(part.text, part.facts))}>
          {t('draft.insertThis')}
        </Button>
      )}
    </details>
  );
}

/** Memoized per paragraph, so that a growing text rerenders only its last one. */
function Paragraphs({ text }: { text: string }) {
  return (
    <div className={styles.paragraphs}>
      {text.split('\n\n').map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs only grow
        <Paragraph key={index} text={paragraph} />
      ))}
    </div>
  );
}

const Paragraph = memo(({ text }: { text: string }) => <p className={styles.words}>{text}</p>);

function ThinkingIndicator() {
  const { t } = useTranslation('assistant');
  return (
    <p className={styles.thinking}>
      {t('thinking')}
      <span className={styles.dots} aria-hidden>
        <span />
        <span />
        <span />
      </span>
    </p>
  );
}

/** The announcement is removed after this time, so that screen readers find the answer only once. */
const announcementMs = 3000;

/** Announces a pending answer to screen readers, then the complete answer. */
export function Announcer({ state }: { state: ChatState }) {
  const { t } = useTranslation('assistant');
  const apologyFor = useFailureReply();
  const { isAnswering, messages } = state;
  const last = messages.at(-1);
  /** Id of the answer to announce, so that an older one is not announced again. */
  const [announcedId, setAnnouncedId] = useState<string>();
  const wasAnswering = useRef(false);

  const onAnswered = useEffectEvent(() => setAnnouncedId(last?.id));
  useEffect(() => {
    if (!isAnswering && wasAnswering.current) onAnswered();
    wasAnswering.current = isAnswering;
  }, [isAnswering]);

  useEffect(() => {
    if (announcedId === undefined) return;
    const timer = setTimeout(() => setAnnouncedId(undefined), announcementMs);
    return () => clearTimeout(timer);
  }, [announcedId]);

  function announcementOf(message: ChatMessage): string {
    if (message.state === 'stopped') return t('stopped');
    if (message.failure) return apologyFor(message.failure);
    const parts = parseReply(message.content).map(({ text }) => text);
    return t('answerIs', { answer: parts.join('\n') });
  }

  const answer =
    last && last.role === 'assistant' && last.id === announcedId ? announcementOf(last) : '';
  return (
    <div aria-live="polite">
      <VisuallyHidden>{isAnswering ? t('thinking') : answer}</VisuallyHidden>
    </div>
  );
}

/** Formats the apology that the chat shows instead of an answer. */
function useFailureReply(): (failure: Failure) => string {
  const { t } = useTranslation('assistant');
  const describe = useFailureText();
  return (failure) =>
    failure === 'unknown' ? t('apologyOnly') : t('apology', { reason: describe(failure) });
}

export function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation('assistant');
  const refusal = useRefusalText();
  return (failure) => (hasAssistantText(failure) ? t(`failures.${failure}`) : refusal(failure));
}
