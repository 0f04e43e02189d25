import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazyPart } from './lazy-part.tsx';

interface GreetingProps {
  name: string;
}

function Greeting({ name }: GreetingProps) {
  return <p>Здравствуйте, {name}</p>;
}

/** A part whose code loads on demand. */
function partOnItsWay() {
  const tries: PromiseWithResolvers<typeof Greeting>[] = [];
  const Part = lazyPart<GreetingProps>(() => {
    const next = Promise.withResolvers<typeof Greeting>();
    tries.push(next);
    return next.promise;
  });
  const screen = (
    <>
      <input aria-label="Черновик" />
      <Part
        name="Анна"
        waiting={<p>Ждём</p>}
        failed={(error, retry) => (
          <button type="button" onClick={retry}>
            Ещё раз: {String(error)}
          </button>
        )}
      />
    </>
  );
  /** The part requests its code after mounting. */
  const nextTry = async (index: number) => {
    await expect.poll(() => tries.length).toBeGreaterThan(index);
    return tries[index] as PromiseWithResolvers<typeof Greeting>;
  };
  return { Part, screen, tries, nextTry };
}

describe('a lazily fetched part', () => {
  it('reserves its place until the code is loaded', async () => {
    const { screen, nextTry } = partOnItsWay();
    await render(screen);
    await expect.element(page.getByText('Ждём')).toBeVisible();
    (await nextTry(0)).resolve(Greeting);
    await expect.element(page.getByText('Здравствуйте, Анна')).toBeVisible();
    await expect.element(page.getByText('Ждём')).not.toBeInTheDocument();
  });

  it('keeps the input beside it on a failure, and loads on retry', async () => {
    const { screen, tries, nextTry } = partOnItsWay();
    await render(screen);
    await page.getByLabelText('Черновик').fill('Не потеряйте');
    (await nextTry(0)).reject(new Error('нет связи'));
    await page.getByRole('button', { name: 'Ещё раз: Error: нет связи' }).click();
    await expect.element(page.getByText('Ждём')).toBeVisible();
    (await nextTry(1)).resolve(Greeting);
    await expect.element(page.getByText('Здравствуйте, Анна')).toBeVisible();
    await expect.element(page.getByLabelText('Черновик')).toHaveValue('Не потеряйте');
    expect(tries).toHaveLength(2);
  });

  it('can be retried after several failures', async () => {
    const { screen, nextTry } = partOnItsWay();
    await render(screen);
    for (const round of [0, 1]) {
      (await nextTry(round)).reject(new Error('нет связи'));
      await page.getByRole('button', { name: /Ещё раз/ }).click();
    }
    (await nextTry(2)).resolve(Greeting);
    await expect.element(page.getByText('Здравствуйте, Анна')).toBeVisible();
  });

  it('renders immediately if prefetched', async () => {
    const { Part, screen, tries } = partOnItsWay();
    const ahead = Part.fetchAhead();
    tries[0]?.resolve(Greeting);
    await ahead;
    const container = document.createElement('div');
    const root = createRoot(container);
    flushSync(() => root.render(screen));
    expect(container.textContent).toBe('Здравствуйте, Анна');
    root.unmount();
  });

  it('renders nothing on a failure without a fallback', async () => {
    const Part = lazyPart<GreetingProps>(() => Promise.reject(new Error('нет связи')));
    const { container } = await render(<Part name="Анна" waiting={<p>Ждём</p>} />);
    await expect.poll(() => container.textContent).toBe('');
  });
});
