import type { Locale } from '@zavet/contract/locales';
import { useDeferredValue } from 'react';
import { Heading } from '../../../ui/heading.tsx';
import { TextLayout } from '../../../ui/long-text/text-layout.tsx';
import styles from './faq.module.css';
import type { FaqGroup, FaqQuestion } from './faq-texts.ts';
import { QuestionLink } from './question-link.tsx';
import type { Opened } from './use-opened.ts';

interface QuestionsProps {
  groups: FaqGroup[];
  language: Locale;
  opened: Opened;
}

/** The first groups come at once, the others in slices that let a slow phone scroll meanwhile. */
function drawnAtOnce(groups: readonly FaqGroup[]): number {
  // A person who comes for one question is led to it.
  return window.location.hash ? groups.length : 1;
}

export function Questions({ groups, language, opened }: QuestionsProps) {
  const drawn = useDeferredValue(groups.length, drawnAtOnce(groups));
  return (
    <TextLayout entries={groups} language={language}>
      <div lang={language} className={styles.groups}>
        {groups.slice(0, drawn).map(({ id, title, questions }) => (
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
              <Question key={question.id} question={question} opened={opened} />
            ))}
          </section>
        ))}
      </div>
    </TextLayout>
  );
}

function Question({ question, opened }: { question: FaqQuestion; opened: Opened }) {
  const { id, question: title, answer } = question;
  return (
    <details
      id={id}
      className={styles.question}
      open={opened.isOpen(id)}
      onToggle={(event) => opened.setOpen([id], event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div className={styles.answer}>
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {opened.isOpen(id) && <QuestionLink id={id} question={title} />}
      </div>
    </details>
  );
}
