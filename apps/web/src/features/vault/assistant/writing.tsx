import type { AssistantView } from '@zavet/contract/vault/assistant-endpoints';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useObservable } from '../../../platform/state/observable.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { Announcer } from './announcer.tsx';
import { CategoryCards } from './category-cards.tsx';
import { Composer } from './composer.tsx';
import { Controls } from './controls.tsx';
import type { Chat } from './conversation/chat.ts';
import { isChoosingIn } from './conversation/choosing.ts';
import { letterIn } from './conversation/letter.ts';
import type { Failure } from './failure.ts';
import { LetterSheet } from './letter-sheet.tsx';
import { MessageList } from './message-list.tsx';
import type { InsertedDraft } from './public/inserted-draft.ts';
import { useFailureText } from './use-failure-text.ts';
import styles from './writing.module.css';

const sides = ['talk', 'letter'] as const;

interface WritingProps {
  assistant: AssistantView;
  chat: Chat;
  onInsert: (draft: InsertedDraft) => void;
}

/** Both sides are there at once where there is room; on a phone one of them, and a switch. */
export function Writing({ assistant, chat, onInsert }: WritingProps) {
  const { t } = useTranslation('assistant');
  const state = useObservable(chat);
  const letter = letterIn(state.messages, assistant.kind);
  const [side, setSide] = useState<(typeof sides)[number]>('talk');
  useTellFailures(chat);

  // A draft that is ready is what one waited for. One that was ready before is not.
  const wholeId = letter?.isWhole ? letter.id : undefined;
  const shownId = useRef(wholeId);
  const show = useEffectEvent(() => setSide('letter'));
  useEffect(() => {
    if (wholeId !== undefined && wholeId !== shownId.current) show();
    shownId.current = wholeId;
  }, [wholeId]);

  return (
    <div className={styles.writing} data-side={side}>
      <Disclosure assistant={assistant} />
      <fieldset className={styles.switch} aria-label={t('sides.label')}>
        {sides.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.choice}
            aria-pressed={one === side}
            onClick={() => setSide(one)}
          >
            {t(`sides.${one}`)}
          </button>
        ))}
      </fieldset>
      <section className={styles.talk} aria-label={t('title')}>
        <Talk assistant={assistant} chat={chat} onInsert={onInsert} />
      </section>
      <div className={styles.letter}>
        <LetterSheet letter={letter} onInsert={onInsert} />
      </div>
    </div>
  );
}

function Talk({ assistant, chat, onInsert }: WritingProps) {
  const state = useObservable(chat);
  const field = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLElement>(null);
  const isGuide = assistant.kind === 'guide';
  const canReply = isGuide && state.isGreeting && !state.isAnswering && !isApologising();
  const isChoosing = isChoosingIn(state.messages);

  function isApologising(): boolean {
    return state.messages.at(-1)?.state === 'apology';
  }

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
    <>
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
        {canReply && isChoosing && <CategoryCards onChoose={send} />}
      </MessageList>
      <Composer
        ref={field}
        state={state}
        controls={isGuide && !isChoosing && <Controls isReady={canReply} onReply={send} />}
        onType={(text) => chat.type(text)}
        onSend={send}
        onClear={() => {
          chat.clear();
          // The dialog hands the focus back first, to a button that is gone.
          requestAnimationFrame(goOn);
        }}
      />
      <Announcer state={state} />
    </>
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
