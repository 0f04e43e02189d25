import { Link } from '@tanstack/react-router';
import type { Locale } from '@zavet/contract/locales';
import { type MouseEvent, useDeferredValue, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Heading } from '../../../ui/heading.tsx';
import { useLanguage, useTranslation } from '../../../ui/language/use-translation.ts';
import { TextLayout } from '../../../ui/long-text/text-layout.tsx';
import { IconLink } from '../../../ui/more-icons.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './faq.module.css';
import { shareableUrlOf } from './faq-rules.ts';
import type { FaqGroup, FaqQuestion } from './faq-texts.ts';

interface QuestionsProps {
  groups: FaqGroup[];
  language: Locale;
  openQuestions: OpenQuestions;
}

/** Only the first group renders immediately, so that a slow phone stays responsive. */
function initialGroupCount(groups: readonly FaqGroup[]): number {
  // A linked question must exist to be scrolled to.
  return window.location.hash ? groups.length : 1;
}

export function Questions({ groups, language, openQuestions }: QuestionsProps) {
  const visibleCount = useDeferredValue(groups.length, initialGroupCount(groups));
  return (
    <TextLayout entries={groups} language={language}>
      <div lang={language} className={styles.groups}>
        {groups.slice(0, visibleCount).map(({ id, title, questions }) => (
          <section
            key={id}
            id={id}
            tabIndex={-1}
            aria-labelledby={`${id}-heading`}
            className={styles.group}
          >
            <Heading level={2} size="section" id={`${id}-heading`}>
              {title}
            </Heading>
            {questions.map((question) => (
              <Question key={question.id} question={question} openQuestions={openQuestions} />
            ))}
          </section>
        ))}
      </div>
    </TextLayout>
  );
}

interface QuestionProps {
  question: FaqQuestion;
  openQuestions: OpenQuestions;
}

function Question({ question, openQuestions }: QuestionProps) {
  const { id, question: title, answer } = question;
  return (
    <details
      id={id}
      className={styles.question}
      open={openQuestions.isOpen(id)}
      onToggle={(event) => openQuestions.setOpen([id], event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div className={styles.answer}>
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {openQuestions.isOpen(id) && <QuestionLink id={id} question={title} />}
      </div>
    </details>
  );
}

interface QuestionLinkProps {
  id: string;
  question: string;
}

/** Writes the URL of a question to the address bar and, if allowed, to the clipboard. */
function QuestionLink({ id, question }: QuestionLinkProps) {
  const { t } = useTranslation('faq');
  const { language } = useLanguage();
  async function copy(event: MouseEvent<HTMLAnchorElement>) {
    try {
      await navigator.clipboard.writeText(shareableUrlOf(event.currentTarget.href));
      toasts.success(t('copied'));
    } catch {
      toasts.plain(t('notCopied'));
    }
  }
  return (
    <Link
      to="."
      search
      hash={id}
      resetScroll={false}
      hashScrollIntoView={false}
      className={styles.link}
      onClick={copy}
      lang={language}
    >
      <IconLink size={18} aria-hidden />
      {t('link')}
      <VisuallyHidden>: {question}</VisuallyHidden>
    </Link>
  );
}

interface OpenQuestions {
  isOpen: (id: string) => boolean;
  setOpen: (ids: readonly string[], isOpen: boolean) => void;
}

/** Tracks the questions opened by the reader, and the linked one. In print, all are open. */
export function useOpenQuestions(linked: string): OpenQuestions {
  const isPrinting = usePrinting();
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set([linked]));
  const [lastLinked, setLastLinked] = useState(linked);
  if (lastLinked !== linked) {
    setLastLinked(linked);
    setOpenIds(new Set([...openIds, linked]));
  }
  return {
    isOpen: (id) => isPrinting || openIds.has(id),
    setOpen: (ids, isOpen) => {
      if (isPrinting) return;
      setOpenIds((previous) => {
        const next = new Set(previous);
        for (const id of ids) isOpen ? next.add(id) : next.delete(id);
        return next;
      });
    },
  };
}

function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page right after the event.
    const startPrinting = () => flushSync(() => setPrinting(true));
    const stopPrinting = () => setPrinting(false);
    window.addEventListener('beforeprint', startPrinting);
    window.addEventListener('afterprint', stopPrinting);
    return () => {
      window.removeEventListener('beforeprint', startPrinting);
      window.removeEventListener('afterprint', stopPrinting);
    };
  }, []);
  return isPrinting;
}
