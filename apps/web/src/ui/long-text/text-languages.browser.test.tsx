import { locales } from '@zavet/contract/locales';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/accessibility.ts';
import { addressNow, openPage } from '../../../test/page.tsx';

const translationNote = () => page.getByText(/^Это перевод\. /);
const question = () => document.getElementById('who-can-read');
const translations = locales.filter((locale) => locale !== 'ru');

describe('a long text', () => {
  it.each(translations)('in %s is marked as a translation of the Russian one', async (language) => {
    await openPage(`/terms?text=${language}#liability`);
    await expect.element(page.getByRole('article')).toHaveAttribute('lang', language);
    await expect.element(translationNote()).toBeVisible();
    await translationNote().getByRole('link', { name: 'русским текстом' }).click();
    await expect.element(page.getByRole('article')).toHaveAttribute('lang', 'ru');
    await expect.element(translationNote()).not.toBeInTheDocument();
    expect(addressNow()).toBe('/terms?text=ru#liability');
  });

  it.each(translations)('in %s opens the question named in the link', async (language) => {
    await openPage(`/faq?text=${language}#who-can-read`);
    await expect.poll(() => question()?.closest('[lang]')?.getAttribute('lang')).toBe(language);
    expect(question()).toHaveAttribute('open');
    await expect.element(translationNote()).toBeVisible();
  });

  it('scrolls to the section chosen in its table of contents', async () => {
    await page.viewport(1280, 800);
    await openPage('/public-offer');
    const contents = page.getByRole('navigation', { name: 'Содержание' });
    await contents.getByRole('link', { name: /Контакты/ }).click();
    expect(addressNow()).toBe('/public-offer#contacts');
    const section = page.elementLocator(document.getElementById('contacts') as HTMLElement);
    await expect.element(section).toHaveFocus();
    await expect.element(section).toBeInViewport();
    await expect.element(page.getByRole('article')).not.toHaveTextContent('{{');
  });

  it('keeps the chosen language in the next document', async () => {
    await openPage('/public-offer?text=en');
    const others = page.getByRole('navigation', { name: 'Другие документы' });
    await others.getByRole('link', { name: 'Политика обработки персональных данных' }).click();
    await expect.element(page.getByRole('heading', { name: 'Privacy policy' })).toBeVisible();
    expect(addressNow()).toBe('/privacy?text=en');
  });

  it('is offered in every language, and searched in its own', async () => {
    await openPage('/faq?text=fr');
    const choices = page.getByRole('navigation', { name: 'Язык текста' }).getByRole('link');
    await expect.element(choices.nth(0)).toBeVisible();
    expect(choices.elements().map((link) => link.getAttribute('lang'))).toEqual([...locales]);
    await page.getByLabelText('Поиск по вопросам').fill('mot de passe securite');
    await expect.element(page.getByText(/^Comment retrouver ou changer/)).toBeVisible();
    await expectAccessible();
  });
});
