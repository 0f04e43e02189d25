/** What keeps a promise to tell people ahead: the job that tells, and its mails. */
interface Telling {
  job: string;
  mails: readonly string[];
}

interface PromisedNotice {
  /** `document#section`. */
  place: string;
  /** How it begins in Russian, the authoritative text. */
  says: string;
  by: readonly Telling[];
}

const editions: Telling = { job: 'announce-editions', mails: ['edition_notice'] };
const prices: Telling = { job: 'announce-editions', mails: ['price_notice'] };
const maintenance: Telling = {
  job: 'tell-of-maintenance',
  mails: ['maintenance_planned', 'maintenance_called_off'],
};

/** Every sentence of the documents that promises a notice ahead of something. */
export const noticeSentences: PromisedNotice[] = [
  {
    place: 'privacy_policy#policy-changes',
    says: 'О новой редакции мы пишем владельцам',
    by: [editions],
  },
  { place: 'terms_of_use#new-editions', says: 'О новой редакции мы сообщаем', by: [editions] },
  { place: 'terms_of_use#support-and-contacts', says: 'О плановых работах', by: [maintenance] },
  { place: 'public_offer#tariffs', says: 'О новых ценах мы сообщаем письмом', by: [prices] },
  { place: 'public_offer#outages', says: 'О плановых работах', by: [maintenance] },
  {
    place: 'public_offer#rights-and-duties',
    says: 'предупреждать о новых ценах, новых редакциях и плановых работах',
    by: [prices, editions, maintenance],
  },
  {
    place: 'public_offer#closing-provisions',
    says: 'О новой редакции оферты мы сообщаем',
    by: [editions],
  },
];
