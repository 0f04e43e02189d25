import { createContext, use } from 'react';

/**
 * A value that a lower domain needs and a higher one provides. `app/` wraps the screen in the
 * provider; without it the first render throws.
 */
export function createPort<Value extends object>(name: string) {
  const Context = createContext<Value | undefined>(undefined);
  function usePort(): Value {
    const value = use(Context);
    if (!value) throw new Error(`The port ${name} has no provider.`);
    return value;
  }
  return { Provider: Context, usePort };
}
