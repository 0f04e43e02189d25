import { limits } from '@zavet/contract/limits';
import { type ReactNode, Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentLanguage, shownLanguage, startLanguage, switchLanguage } from './i18n.ts';
import { Trans } from './trans.tsx';
import { useTranslation } from './use-translation.ts';
import { wordsOf } from './words.ts';

const page = { documentElement: { lang: '' } };

beforeEach(async () => {
  vi.stubGlobal('document', page);
  await startLanguage();
});

afterEach(async () => {
  await switchLanguage('ru');
  vi.unstubAllGlobals();
});

test('starts in the default language, and sets it on the document', () => {
  expect(page.documentElement.lang).toBe('ru');
  expect(wordsOf('shell')('actions.close')).toBe('Закрыть');
});

test('a screen suspends until all its texts are loaded', async () => {
  function Found() {
    const { t } = useTranslation(['faq', 'shell']);
    return `${t('found', { count: 1 })} | ${t('shell:actions.close')}`;
  }
  expect(await renderToHtml(<Found />)).toContain('1 вопрос | Закрыть');
});

test('texts change with the language only once they are loaded', async () => {
  const listener = vi.fn(() => currentLanguage());
  const stop = shownLanguage.subscribe(listener);
  const russian = wordsOf('shell');
  expect(wordsOf('shell')).toBe(russian);
  await switchLanguage('fr');
  stop();
  expect(listener.mock.results).toEqual([{ type: 'return', value: 'fr' }]);
  expect(page.documentElement.lang).toBe('fr');
  expect(wordsOf('shell')('actions.close')).toBe('Fermer');
  expect(russian('actions.close')).toBe('Закрыть');
});

test('figures of the product are filled in automatically', () => {
  expect(wordsOf('shell')('password.length')).toBe(
    `не меньше ${limits.passwordMinLength} символов`,
  );
});

test('shows the code of an unknown error of a newer server', () => {
  expect(wordsOf('refusals')('new_code' as 'wrong_pin')).toBe('new_code');
});

test('places elements inside a text', async () => {
  function Agreement() {
    const { t } = useTranslation('support');
    return (
      <Trans
        t={t}
        i18nKey="requests.overdue"
        values={{ time: '12:00', email: 'help@example.org' }}
        components={{ mailbox: <em /> }}
      />
    );
  }
  expect(await renderToHtml(<Agreement />)).toMatch(
    /до 12:00 .*<em>help@example.org<\/em> и назовите/,
  );
});

async function renderToHtml(content: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(<Suspense>{content}</Suspense>);
  await stream.allReady;
  return new Response(stream).text();
}
