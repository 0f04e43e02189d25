import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { moscowDay } from '@zavet/contract/days';
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { useLanguage, useTranslation } from '../../../ui/language/use-translation.ts';
import { textLanguageOf, useTextFile } from '../../../ui/long-text/text-files.ts';
import { TextTools } from '../../../ui/long-text/text-layout.tsx';
import { IconArrowLeft, IconSearch } from '../../../ui/more-icons.tsx';
import { Page } from '../../../ui/page.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useFillPlaceholders, useService } from '../../identity/legal/public/service-facts.ts';
import styles from './faq.module.css';
import { fillGroups, filterGroups, questionIds, searchTextOf } from './faq-rules.ts';
import { faqTexts } from './faq-texts.ts';
import { Questions, useOpenQuestions } from './questions.tsx';

export function FaqScreen() {
  const { t } = useTranslation('faq');
  const locale = useLanguage().language;
  const search = useSearch({ strict: false });
  // Keeps the current questions while another language is loading.
  const language = useDeferredValue(textLanguageOf(search.text, locale));
  const today = moscowDay(new Date());
  const groups = fillGroups(useTextFile(faqTexts, language), useFillPlaceholders(language, today));
  const [query, setQuery] = useSearchText();
  const field = useRef<HTMLInputElement>(null);
  const foundGroups = filterGroups(groups, query);
  const ids = questionIds(foundGroups);
  const openQuestions = useOpenQuestions(useLocation({ select: ({ hash }) => hash }));
  const areAllOpen = ids.every(openQuestions.isOpen);

  function showAll() {
    setQuery('');
    // The focused button disappears, so the search field takes the focus.
    field.current?.focus();
  }

  return (
    <Page title={t('title')} lead={<BackLink />}>
      <TextTools language={language} />
      <search className={styles.search}>
        <Field
          ref={field}
          type="search"
          className={styles.searchField}
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
            <Button kind="plain" onClick={() => openQuestions.setOpen(ids, !areAllOpen)}>
              {areAllOpen ? t('collapse') : t('expand')}
            </Button>
          )}
        </div>
      </search>
      {foundGroups.length === 0 ? (
        <NothingFound onShowAll={showAll} />
      ) : (
        <>
          <Questions groups={foundGroups} language={language} openQuestions={openQuestions} />
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

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('faq');
  return (
    <EmptyState
      icon={<IconSearch size={28} />}
      title={t('nothing')}
      actions={
        <Button kind="quiet" onClick={onShowAll}>
          {t('all')}
        </Button>
      }
    >
      {t('nothingText')} <SupportLink />
    </EmptyState>
  );
}

/** Leads signed-in users to the support form, and others to the support mailbox. */
function SupportLink() {
  const { t } = useTranslation('faq');
  const { status } = useSession();
  const service = useService();
  if (status !== 'signed_in' && service) {
    return (
      <a href={`mailto:${service.support_email}`} className={styles.support}>
        {t('support')}
      </a>
    );
  }
  return (
    <TextLink to="/settings" search={{ tab: 'support' }} className={styles.support}>
      {t('support')}
    </TextLink>
  );
}

const searchDebounceMs = 300;

/** The search text, which is written to the URL with a debounce. */
function useSearchText() {
  const navigate = useNavigate();
  const router = useRouter();
  const textInUrl = searchTextOf(useSearch({ strict: false }));
  const [text, setText] = useState(textInUrl);
  const lastWritten = useRef(textInUrl);

  const writeToUrl = useEffectEvent(() => {
    // Writing the URL must not cancel a navigation to another page.
    if (text === textInUrl || router.latestLocation.pathname !== router.state.location.pathname)
      return;
    lastWritten.current = text;
    void navigate({
      to: '.',
      search: (shown: object) => ({ ...shown, q: text || undefined }),
      hash: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for a pause in typing
  useEffect(() => {
    const timer = setTimeout(writeToUrl, searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  // Updates the text if a link to this page or the back button changed the URL.
  useEffect(() => {
    if (textInUrl !== lastWritten.current) setText(textInUrl);
    lastWritten.current = textInUrl;
  }, [textInUrl]);

  return [text, setText] as const;
}
