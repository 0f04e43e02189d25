import { locales } from '@zavet/contract/locales';

/** Set by `npm run proofs`: tests that have a long form take it. */
export const isLong = Boolean(process.env.LONG_PROOFS);

/** Runs of a property: few in `npm test`, many in `npm run proofs`. */
export const runs = (few: number, many: number) => (isLong ? many : few);

/** Languages in which mails and papers are rendered; long proofs take all. */
export const renderedLocales = isLong ? locales : locales.filter((one) => /^(ru|en)$/.test(one));
