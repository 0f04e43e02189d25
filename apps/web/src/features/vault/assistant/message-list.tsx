import type { AssistantView } from '@zavet/contract/vault/assistant-endpoints';
import {
  type ReactNode,
  type Ref,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { Button } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './assistant.module.css';
import type { ChatState } from './conversation/chat.ts';
import { type ChatMessage, questionToRepeat } from './conversation/messages.ts';
import type { InsertedDraft } from './public/inserted-draft.ts';
import { Reply } from './reply.tsx';

interface MessageListProps {
  ref: Ref<HTMLElement>;
  state: ChatState;
  kind: AssistantView['kind'];
  onInsert: (draft: InsertedDraft) => void;
  onRepeat: () => void;
  onStop: () => void;
  /** What can be answered with a press, below the last message. */
  children: ReactNode;
}

export function MessageList(props: MessageListProps) {
  const { state, kind, onInsert } = props;
  const { t } = useTranslation('assistant');
  const list = useFollowedList(props.ref, state.messages);
  const canRepeat = !state.isAnswering && questionToRepeat(state.messages) !== undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
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
              <Reply message={message} canInsertWhole={kind === 'model'} onInsert={onInsert} />
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

/** How far from its end one may be and still follow it. */
const nearPx = 40;

/** Its end stays in sight while it grows, unless one has gone back to read. */
function useFollowedList(ref: Ref<HTMLElement>, messages: readonly ChatMessage[]) {
  const list = useRef<HTMLElement>(null);
  const isFollowed = useRef(true);
  useImperativeHandle(ref, () => list.current as HTMLElement, []);

  const follow = useEffectEvent(() => {
    const element = list.current;
    // A greeting is read from its beginning.
    if (!element || messages.length === 0) return;
    // What is asked stands at the end of what is said.
    element.scrollTop = element.scrollHeight;
  });

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      isFollowed.current = below < nearPx;
    };
    element.addEventListener('scroll', look, { passive: true });
    // A warning below takes room from the list.
    const resizing = new ResizeObserver(() => {
      if (isFollowed.current) follow();
    });
    resizing.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resizing.disconnect();
    };
  }, []);

  const isOwnLast = messages.at(-2)?.role === 'user' && messages.at(-1)?.content === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is said
  useLayoutEffect(() => {
    if (isFollowed.current || isOwnLast) follow();
  }, [messages, isOwnLast]);

  return list;
}
