import { createContext, use } from 'react';

/**
 * Passes a value from a higher domain to a lower domain that needs it. `app/` wraps the screen in
 * the provider; without the provider the first render throws.
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
