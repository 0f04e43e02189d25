import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPort } from './port.ts';

const { Provider, usePort } = createPort<{ useGreeting: () => string }>('Greeting');

function Consumer() {
  return <p>{usePort().useGreeting()}</p>;
}

it('a port returns the value of its provider', async () => {
  await render(
    <Provider value={{ useGreeting: () => 'Здравствуйте' }}>
      <Consumer />
    </Provider>,
  );
  await expect.element(page.getByText('Здравствуйте')).toBeVisible();
});

it('a port without a provider throws on the first render', async () => {
  const error = await new Promise((resolve) => {
    createRoot(document.createElement('div'), { onUncaughtError: resolve }).render(<Consumer />);
  });
  expect(error).toEqual(new Error('The port Greeting has no provider.'));
});
