import { moscowDay } from '@zavet/contract/days';
import { orderMail } from '../../platform/mail/order-mail.ts';
import { type Announcement, announcementsOn } from './edition-rules.ts';
import { editionNotice } from './emails/edition-notice.ts';
import type { LegalDeps } from './legal-deps.ts';
import { listPeopleToNotify, orderNotices } from './notice-repository.ts';

const peopleAtOnce = 100;
/** An order older than this has been given up, whatever became of it. */
const triedForMs = 8 * 24 * 60 * 60 * 1000;
const beforeEverybody = '00000000-0000-0000-0000-000000000000';

/** Tells everybody of the editions that they have not been told of. May run twice, and at once. */
export async function announceEditions(deps: LegalDeps, signal?: AbortSignal): Promise<void> {
  const { clock, editions, log } = deps;
  for (const announcement of announcementsOn(editions, moscowDay(clock.now()))) {
    await announce(deps, announcement, signal).catch((error) =>
      log.error(
        { code: 'edition_not_announced', err: error, edition: announcement.edition },
        'an edition of the documents could not be announced',
      ),
    );
  }
}

async function announce(
  deps: LegalDeps,
  announcement: Announcement,
  signal?: AbortSignal,
): Promise<void> {
  let last: string | undefined = beforeEverybody;
  while (last !== undefined && !signal?.aborted) {
    last = await tellSome(deps, announcement, last);
  }
}

/** Says after whom to go on; nobody when everybody has been looked at. */
function tellSome(
  deps: LegalDeps,
  announcement: Announcement,
  afterUserId: string,
): Promise<string | undefined> {
  const { database, clock } = deps;
  const { edition } = announcement;
  const now = clock.now();
  const lostBefore = new Date(now.getTime() - triedForMs);
  return database.transaction(async () => {
    const untold = await listPeopleToNotify(
      database,
      announcement,
      lostBefore,
      afterUserId,
      peopleAtOnce,
    );
    const told = await orderNotices(database, announcement, untold, now, lostBefore);
    for (const user_id of told) await orderMail(deps, editionNotice, { user_id, edition });
    return untold.length < peopleAtOnce ? undefined : untold.at(-1);
  });
}
