import type { Locale } from '@zavet/contract/locales';
import en from '@zavet/locales/en/keepsake.json' with { type: 'json' };
import fi from '@zavet/locales/fi/keepsake.json' with { type: 'json' };
import fr from '@zavet/locales/fr/keepsake.json' with { type: 'json' };
import pt from '@zavet/locales/pt/keepsake.json' with { type: 'json' };
import ru from '@zavet/locales/ru/keepsake.json' with { type: 'json' };
import sv from '@zavet/locales/sv/keepsake.json' with { type: 'json' };

/** Imported when somebody saves everything. */
export const keepsakeTexts = { ru, en, fr, sv, fi, pt } satisfies Record<Locale, object>;
