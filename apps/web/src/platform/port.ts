import { createContext, use } from 'react';

/**
 * A question that a lower domain asks and a higher one answers. `app/` provides the answer around the
 * screen; without a provider the first render throws.
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
