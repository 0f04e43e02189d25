import './theme/styles.css';
import { afterAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Thread } from './thread.tsx';

afterAll(() => page.viewport(1024, 800));

it.each([288, 336])(
  'a long word for today does not overlap the next day at %i px',
  async (width) => {
    await page.viewport(width, 800);
    const names = ['aujourd’hui', '19', '20', '21 novembre'];
    await render(
      <Thread
        direction="days"
        label="Jours"
        steps={names.map((name) => ({ key: name, state: 'todo', label: name }))}
      />,
    );
    await expect.element(page.getByText('21 novembre')).toBeVisible();
    await document.fonts.ready;
    const labels = names.map((name) => textRectOf(page.getByText(name, { exact: true }).element()));
    for (const [index, { right }] of labels.entries()) {
      const next = labels[index + 1]?.left ?? width + 1;
      expect(right, names[index]).toBeLessThan(next);
    }
  },
);

/** The rectangle of the text, without the padding of its step. */
function textRectOf(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}
