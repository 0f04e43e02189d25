declare module 'virtual:text-figures' {
  import type { Facts } from '@zavet/locales/translate';

  /** Figures that any text may use, by name. */
  export const figures: Facts;
}
