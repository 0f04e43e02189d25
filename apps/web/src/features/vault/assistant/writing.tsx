import type { AssistantView } from '@zavet/contract/vault/assistant-endpoints';
import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useObservable } from '../../../platform/state/observable.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Notebook } from '../../../ui/drawings/notebook.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import spine from '../../../ui/stitched-spine.module.css';
import { toasts } from '../../../ui/toasts.tsx';
import { Composer } from './composer.tsx';
import type { Chat } from './conversation/chat.ts';
import { type Failure, isChoosingCategory } from './conversation/message-rules.ts';
import { Announcer, MessageList, useFailureText } from './message-list.tsx';
import { type CurrentDraft, findCurrentDraft, type LetterDraft } from './public/letter-draft.ts';
import styles from './writing.module.css';

const sides = ['talk', 'letter'] as const;

interface WritingAssistantProps {
  assistant: AssistantView;
  chat: Chat;
  onInsert: (draft: LetterDraft) => void;
}

/** Shows conversation and letter side by side; on a phone one of them, with a switch. */
export function WritingAssistant({ assistant, chat, onInsert }: WritingAssistantProps) {
  const { t } = useTranslation('assistant');
  const state = useObservable(chat);
  const letter = findCurrentDraft(state.messages, assistant.kind);
  const [side, setSide] = useState<(typeof sides)[number]>('talk');
  useFailureToasts(chat);

  // Shows the letter when its draft becomes complete, but not on opening a complete one.
  const completeId = letter?.isComplete ? letter.id : undefined;
  const shownId = useRef(completeId);
  const show = useEffectEvent(() => setSide('letter'));
  useEffect(() => {
    if (completeId !== undefined && completeId !== shownId.current) show();
    shownId.current = completeId;
  }, [completeId]);

  return (
    <div className={styles.writing} data-side={side}>
      <Disclosure assistant={assistant} />
      <fieldset className={styles.switch} aria-label={t('sides.label')}>
        {sides.map((option) => (
          <button
            key={option}
            type="button"
            className={styles.choice}
            aria-pressed={option === side}
            onClick={() => setSide(option)}
          >
            {t(`sides.${option}`)}
          </button>
        ))}
      </fieldset>
      <section className={styles.talk} aria-label={t('title')}>
        <Conversation assistant={assistant} chat={chat} onInsert={onInsert} />
      </section>
      <div className={styles.letter}>
        <LetterSheet letter={letter} onInsert={onInsert} />
      </div>
    </div>
  );
}

function Conversation({ assistant, chat, onInsert }: WritingAssistantProps) {
  const state = useObservable(chat);
  const field = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLElement>(null);
  const isGuide = assistant.kind === 'guide';
  const canReply = isGuide && state.isGreeting && !state.isAnswering && !isApologizing();
  const isChoosing = isChoosingCategory(state.messages);

  function isApologizing(): boolean {
    return state.messages.at(-1)?.state === 'apology';
  }

  /** Moves the focus from a removed button; on touch devices without opening the keyboard. */
  function restoreFocus() {
    if (document.activeElement === field.current) return;
    const isTouchDevice = matchMedia('(pointer: coarse)').matches;
    (isTouchDevice ? log : field).current?.focus({ preventScroll: true });
    (isTouchDevice ? log.current : field.current?.form)?.scrollIntoView({ block: 'nearest' });
  }

  function send(text: string) {
    void chat.send(text);
    restoreFocus();
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
          restoreFocus();
        }}
        onStop={() => {
          chat.stop();
          restoreFocus();
        }}
      >
        {canReply && isChoosing && <CategoryCards onChoose={send} />}
      </MessageList>
      <Composer
        ref={field}
        state={state}
        controls={isGuide && !isChoosing && <QuickReplies isReady={canReply} onReply={send} />}
        onType={(text) => chat.type(text)}
        onSend={send}
        onClear={() => {
          chat.clear();
          // Waits a frame, because the dialog first returns the focus to the removed button.
          requestAnimationFrame(restoreFocus);
        }}
      />
      <Announcer state={state} />
    </>
  );
}

/** Must be visible whenever messages can be sent. */
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

function useFailureToasts(chat: Chat): void {
  const describe = useFailureText();
  const showToast = useEffectEvent((failure: Failure) => toasts.error(describe(failure)));
  useEffect(() => chat.onFailure((failure) => showToast(failure)), [chat]);
}

function CategoryCards({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation(['assistant', 'instructions']);
  return (
    <ul className={styles.categories} aria-label={t('quick.categories')}>
      {instructionCategories.map((category) => {
        const text = t(`instructions:categories.${category}`);
        return (
          <li key={category}>
            <button type="button" className={styles.category} onClick={() => onChoose(text)}>
              {text}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface QuickRepliesProps {
  /** False while the guide is answering; the buttons stay in place but are disabled. */
  isReady: boolean;
  onReply: (text: string) => void;
}

/** Buttons that send commands to the guide. */
function QuickReplies({ isReady, onReply }: QuickRepliesProps) {
  const { t } = useTranslation('assistant');
  return (
    <ul className={styles.controls} aria-label={t('quick.controls')}>
      {(['skip', 'back', 'finish'] as const).map((word) => (
        <li key={word}>
          <button
            type="button"
            className={styles.control}
            aria-disabled={!isReady || undefined}
            onClick={() => isReady && onReply(t(`quick.${word}`))}
          >
            {t(`quick.${word}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface LetterSheetProps {
  letter: CurrentDraft | undefined;
  onInsert: (draft: LetterDraft) => void;
}

function LetterSheet({ letter, onInsert }: LetterSheetProps) {
  const { t } = useTranslation('assistant');
  return (
    <section className={styles.side} aria-label={t('draft.title')}>
      {letter ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
          <div className={classes(styles.sheet, spine.stitched)} tabIndex={0}>
            <p className={styles.state}>{t(letter.isComplete ? 'draft.title' : 'draft.grows')}</p>
            {letter.facts.title && <Heading level={2}>{letter.facts.title}</Heading>}
            <p className={styles.letterText}>{letter.text}</p>
          </div>
          <Button
            kind={letter.isComplete ? 'primary' : 'quiet'}
            wide
            onClick={() => onInsert({ text: letter.text, facts: letter.facts })}
          >
            {t('draft.insert')}
          </Button>
        </>
      ) : (
        <div className={styles.noLetter}>
          <Notebook />
          <p>{t('draft.none')}</p>
        </div>
      )}
    </section>
  );
}
