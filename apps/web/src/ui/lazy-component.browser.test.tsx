import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazyComponent } from './lazy-component.tsx';

interface GreetingProps {
  name: string;
}

function Greeting({ name }: GreetingProps) {
  return <p>Здравствуйте, {name}</p>;
}

/** A lazy component whose code the test provides. */
function createPendingComponent() {
  const attempts: PromiseWithResolvers<typeof Greeting>[] = [];
  const Component = lazyComponent<GreetingProps>(() => {
    const next = Promise.withResolvers<typeof Greeting>();
    attempts.push(next);
    return next.promise;
  });
  const screen = (
    <>
      <input aria-label="Черновик" />
      <Component
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
  /** The component requests its code after mounting. */
  const nextAttempt = async (index: number) => {
    await expect.poll(() => attempts.length).toBeGreaterThan(index);
    return attempts[index] as PromiseWithResolvers<typeof Greeting>;
  };
  return { Component, screen, attempts, nextAttempt };
}

describe('a lazy component', () => {
  it('shows its placeholder until the code is loaded', async () => {
    const { screen, nextAttempt } = createPendingComponent();
    await render(screen);
    await expect.element(page.getByText('Ждём')).toBeVisible();
    (await nextAttempt(0)).resolve(Greeting);
    await expect.element(page.getByText('Здравствуйте, Анна')).toBeVisible();
    await expect.element(page.getByText('Ждём')).not.toBeInTheDocument();
  });

  it('keeps the input beside it on a failure, and loads on retry', async () => {
    const { screen, attempts, nextAttempt } = createPendingComponent();
    await render(screen);
    await page.getByLabelText('Черновик').fill('Не потеряйте');
    (await nextAttempt(0)).reject(new Error('нет связи'));
    await page.getByRole('button', { name: 'Ещё раз: Error: нет связи' }).click();
    await expect.element(page.getByText('Ждём')).toBeVisible();
    (await nextAttempt(1)).resolve(Greeting);
    await expect.element(page.getByText('Здравствуйте, Анна')).toBeVisible();
    await expect.element(page.getByLabelText('Черновик')).toHaveValue('Не потеряйте');
    expect(attempts).toHaveLength(2);
  });

  it('can be retried after several failures', async () => {
    const { screen, nextAttempt } = createPendingComponent();
    await render(screen);
    for (const round of [0, 1]) {
      (await nextAttempt(round)).reject(new Error('нет связи'));
      await page.getByRole('button', { name: /Ещё раз/ }).click();
    }
    (await nextAttempt(2)).resolve(Greeting);
    await expect.element(page.getByText('Здравствуйте, Анна')).toBeVisible();
  });

  it('renders immediately if prefetched', async () => {
    const { Component, screen, attempts } = createPendingComponent();
    const prefetch = Component.prefetchCode();
    attempts[0]?.resolve(Greeting);
    await prefetch;
    const container = document.createElement('div');
    const root = createRoot(container);
    flushSync(() => root.render(screen));
    expect(container.textContent).toBe('Здравствуйте, Анна');
    root.unmount();
  });

  it('renders nothing on a failure without a fallback', async () => {
    const Component = lazyComponent<GreetingProps>(() => Promise.reject(new Error('нет связи')));
    const { container } = await render(<Component name="Анна" waiting={<p>Ждём</p>} />);
    await expect.poll(() => container.textContent).toBe('');
  });
});
