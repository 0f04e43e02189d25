import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import texts from '../../../../packages/locales/ru/delivery.json';
import { filesView } from './files-view.ts';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const utf16be = 'data:text/plain;base64,/v8EFAQ+BDw=';

const urlsById: Record<string, string> = {
  photo: pixel,
  text: `data:text/plain,${encodeURIComponent('Дом <b>и сад</b>')}`,
  old: 'data:text/plain;base64,xO7s',
  western: 'data:text/plain;base64,Q2zpcywgcOTkbiB59mxs5A==',
  broken: 'data:image/png;base64,AAAA',
  wide: utf16be,
};

interface ShownFile {
  id: string | null;
  file_name?: string;
  mime_type: string;
  size_bytes?: number;
}

function show(...files: ShownFile[]): void {
  const delivery = {
    id: 'd1',
    owner_name: 'Анна',
    recipient_name: null,
    recipient_email_hint: '',
    language: 'ru' as const,
    title: '',
    content: '',
    written_at: '2026-01-01T00:00:00Z',
    expires_at: '2027-01-01T00:00:00Z',
    started_by: null,
    is_starter: false,
    files: files.map((file) => ({ size_bytes: 10, file_name: file.id ?? '', ...file })),
  };
  const view = filesView({
    delivery,
    texts,
    locale: 'ru',
    source: {
      letters: async () => ({ value: [] }),
      read: async () => ({ value: delivery }),
      openLetter: async () => ({ value: undefined }),
      fileAddress: (_, id) => urlsById[id] ?? 'data:,',
      archiveAddress: () => undefined,
    },
    go: (link) => link,
    closeLink: undefined,
    mayDownload: () => true,
  });
  document.body.replaceChildren(view);
}

afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(navigator, 'connection');
});

it('names lost files without a download', async () => {
  show({ id: null, file_name: 'Ключи.pdf', mime_type: '' });
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Ключи.pdf файл утрачен');
  expect(page.getByRole('link').all()).toHaveLength(0);
});

it('shows photos of known image types, but no other images', async () => {
  show({ id: 'photo', mime_type: 'image/gif' }, { id: 'drawing', mime_type: 'image/svg+xml' });
  await expect.element(page.getByRole('img', { name: 'photo' })).toHaveProperty('naturalWidth', 1);
  expect(page.getByRole('img').all()).toHaveLength(1);
  expect(page.getByRole('button').all()).toHaveLength(0);
});

it('shows a text file as text, never as markup', async () => {
  show({ id: 'text', mime_type: 'text/plain' });
  const region = page.getByRole('region', { name: 'text', exact: true });
  await expect.element(region).toHaveTextContent('Дом <b>и сад</b>');
  expect(region.element().children).toHaveLength(0);
});

it('decodes texts in Windows encodings', async () => {
  const shown = { old: 'Дом', wide: 'Дом', western: 'Clés, pään yöllä' };
  show(...Object.keys(shown).map((id) => ({ id, mime_type: 'text/plain' })));
  for (const [name, text] of Object.entries(shown)) {
    const region = page.getByRole('region', { name, exact: true });
    await expect.element(region).toHaveTextContent(text);
  }
});

it('shows a longer text only after a click, and never a huge one', async () => {
  show(
    { id: 'text', mime_type: 'text/plain', size_bytes: 100 * 1024 },
    { id: 'huge', mime_type: 'text/plain', size_bytes: 2 * 1024 * 1024 },
  );
  const toggle = page.getByRole('button', { name: 'Показать: text' });
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(page.getByRole('button').all()).toHaveLength(1);
  await toggle.click();
  await expect.element(page.getByRole('region', { name: 'text', exact: true })).toBeVisible();
});

it('replaces a photo that cannot be shown', async () => {
  show({ id: 'broken', mime_type: 'image/png' });
  await expect.element(page.getByRole('alert')).toHaveTextContent(texts.view.failed);
  expect(page.getByRole('img').all()).toHaveLength(0);
});

it('loads photos only near the viewport, and no huge ones', () => {
  const size_bytes = 26 * 1024 * 1024;
  show({ id: 'photo', mime_type: 'image/gif' }, { id: 'huge', mime_type: 'image/gif', size_bytes });
  const photos = page.getByRole('img').elements();
  expect(photos.map((photo) => photo.getAttribute('loading'))).toEqual(['lazy']);
});

it('without lazy loading, shows up to four photos without a click, and none of more', () => {
  const lazy = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'loading') ?? {};
  Reflect.deleteProperty(HTMLImageElement.prototype, 'loading');
  try {
    const photos = Array.from({ length: 5 }, () => ({ id: 'photo', mime_type: 'image/gif' }));
    show(...photos.slice(1));
    expect(page.getByRole('img').all()).toHaveLength(4);
    show(...photos);
    expect(page.getByRole('img').all()).toHaveLength(0);
    expect(page.getByRole('button', { name: 'Показать: photo' }).all()).toHaveLength(5);
  } finally {
    Object.defineProperty(HTMLImageElement.prototype, 'loading', lazy);
  }
});

it('shows nothing without a click on a metered connection', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  show({ id: 'photo', mime_type: 'image/gif' }, { id: 'text', mime_type: 'text/plain' });
  await expect.element(page.getByRole('button', { name: 'Показать: text' })).toBeVisible();
  expect(page.getByRole('img').all()).toHaveLength(0);
  expect(page.getByRole('region', { name: 'text', exact: true }).all()).toHaveLength(0);
  await page.getByRole('button', { name: 'Показать: photo' }).click();
  await expect.element(page.getByRole('img', { name: 'photo' })).toBeVisible();
});
