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
import { type CurrentDraft, currentDraft, type LetterDraft } from './public/letter-draft.ts';
import styles from './writing.module.css';

const sides = ['talk', 'letter'] as const;

interface WritingProps {
  assistant: AssistantView;
  chat: Chat;
  onInsert: (draft: LetterDraft) => void;
}

/** Both sides are there at once where there is room; on a phone one of them, and a switch. */
export function Writing({ assistant, chat, onInsert }: WritingProps) {
  const { t } = useTranslation('assistant');
  const state = useObservable(chat);
  const letter = currentDraft(state.messages, assistant.kind);
  const [side, setSide] = useState<(typeof sides)[number]>('talk');
  useFailureToasts(chat);

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
  const isChoosing = isChoosingCategory(state.messages);

  function isApologising(): boolean {
    return state.messages.at(-1)?.state === 'apology';
  }

  /** A pressed button that goes away hands the focus on. On a phone the keyboard must not cover the answer. */
  function restoreFocus() {
    if (document.activeElement === field.current) return;
    const isTouched = matchMedia('(pointer: coarse)').matches;
    (isTouched ? log : field).current?.focus({ preventScroll: true });
    (isTouched ? log.current : field.current?.form)?.scrollIntoView({ block: 'nearest' });
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
          // The dialog hands the focus back first, to a button that is gone.
          requestAnimationFrame(restoreFocus);
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

function useFailureToasts(chat: Chat): void {
  const describe = useFailureText();
  const showToast = useEffectEvent((failure: Failure) => toasts.error(describe(failure)));
  useEffect(() => chat.onFailure((failure) => showToast(failure)), [chat]);
}

/** For whom one can write: cards, all of them in sight and none cut. */
function CategoryCards({ onChoose }: { onChoose: (words: string) => void }) {
  const { t } = useTranslation(['assistant', 'instructions']);
  return (
    <ul className={styles.categories} aria-label={t('quick.categories')}>
      {instructionCategories.map((category) => {
        const words = t(`instructions:categories.${category}`);
        return (
          <li key={category}>
            <button type="button" className={styles.category} onClick={() => onChoose(words)}>
              {words}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface QuickRepliesProps {
  /** The guide waits for an answer. They stay in their place while it thinks. */
  isReady: boolean;
  onReply: (words: string) => void;
}

/** What can be said instead of an answer: the words that the guide understands at this point. */
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

/** What the answers have become so far, as it would stand in the instruction. */
function LetterSheet({ letter, onInsert }: LetterSheetProps) {
  const { t } = useTranslation('assistant');
  return (
    <section className={styles.side} aria-label={t('draft.title')}>
      {letter ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <div className={classes(styles.sheet, spine.stitched)} tabIndex={0}>
            <p className={styles.state}>{t(letter.isWhole ? 'draft.title' : 'draft.grows')}</p>
            {letter.facts.title && <Heading level={2}>{letter.facts.title}</Heading>}
            <p className={styles.letterText}>{letter.text}</p>
          </div>
          <Button
            kind={letter.isWhole ? 'primary' : 'quiet'}
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
