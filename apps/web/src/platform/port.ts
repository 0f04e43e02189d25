import { createContext, use } from 'react';

/**
 * A value that a lower domain needs and a higher one provides. `app/` wraps the screen in the
 * provider; without it the first render throws.
 */
export function createPort<Answer extends object>(name: string) {
  const Context = createContext<Answer | undefined>(undefined);
  function usePort(): Answer {
    const answer = use(Context);
    if (!answer) throw new Error(`The port ${name} has no provider.`);
    return answer;
  }
  return { Provider: Context, usePort };
}
