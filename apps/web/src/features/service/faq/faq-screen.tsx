import { useLocation, useSearch } from '@tanstack/react-router';
import { moscowDay } from '@zavet/contract/days';
import { useDeferredValue, useRef } from 'react';
import { Button, TextLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { useLanguage, useTranslation } from '../../../ui/language/use-translation.ts';
import { textLanguageOf, useTextFile } from '../../../ui/long-text/text-files.ts';
import { TextTools } from '../../../ui/long-text/text-layout.tsx';
import { IconArrowLeft } from '../../../ui/more-icons.tsx';
import { Page } from '../../../ui/page.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useFill } from '../../identity/legal/public/service-facts.ts';
import styles from './faq.module.css';
import { filledGroups, foundGroups, questionIds } from './faq-rules.ts';
import { faqTexts } from './faq-texts.ts';
import { NothingFound } from './nothing-found.tsx';
import { Questions } from './questions.tsx';
import { SupportLink } from './support-link.tsx';
import { useOpened } from './use-opened.ts';
import { useSearchedWords } from './use-searched-words.ts';

/** Answers to what people ask, to be searched, linked and printed. */
export function FaqScreen() {
  const { t } = useTranslation('faq');
  const locale = useLanguage().language;
  const search = useSearch({ strict: false });
  // While the questions of a newly chosen language come, the former ones stay.
  const language = useDeferredValue(textLanguageOf(search.text, locale));
  const today = moscowDay(new Date());
  const groups = filledGroups(useTextFile(faqTexts, language), useFill(language, today));
  const [query, setQuery] = useSearchedWords();
  const field = useRef<HTMLInputElement>(null);
  const found = foundGroups(groups, query);
  const ids = questionIds(found);
  const opened = useOpened(useLocation({ select: ({ hash }) => hash }));
  const areAllOpen = ids.every(opened.isOpen);

  function showAll() {
    setQuery('');
    // The pressed button goes away.
    field.current?.focus();
  }

  return (
    <Page title={t('title')} lead={<BackLink />}>
      <TextTools language={language} />
      <search className={styles.search}>
        <Field
          ref={field}
          type="search"
          className={styles.words}
          label={t('search')}
          help={t('searchHelp')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <div className={styles.outcome}>
          <p role="status">
            {ids.length === 0 && <VisuallyHidden>{t('nothing')}</VisuallyHidden>}
            {ids.length > 0 && query.trim() && t('found', { count: ids.length })}
          </p>
          {ids.length > 0 && (
            <Button kind="plain" onClick={() => opened.setOpen(ids, !areAllOpen)}>
              {areAllOpen ? t('collapse') : t('expand')}
            </Button>
          )}
        </div>
      </search>
      {found.length === 0 ? (
        <NothingFound onShowAll={showAll} />
      ) : (
        <>
          <Questions groups={found} language={language} opened={opened} />
          <p className={styles.unanswered}>
            {t('unanswered')} <SupportLink />
          </p>
        </>
      )}
    </Page>
  );
}

function BackLink() {
  const { t } = useTranslation('faq');
  return (
    <TextLink to="/settings" className={styles.back}>
      <IconArrowLeft size={20} aria-hidden />
      {t('back')}
    </TextLink>
  );
}
