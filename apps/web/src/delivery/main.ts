import './delivery.css';
import { deliveryApi } from './delivery-api.ts';
import { Downloads } from './downloads.ts';
import { deliveryIdOf, pathOf, tokenOf } from './link.ts';
import { Reading } from './reading.ts';
import { Screen } from './screen.ts';
import { followTheme } from './theme.ts';

followTheme();

const screen = new Screen({
  closeLink: (delivery) => reading.closeLink(delivery),
  mayDownload: (delivery) => downloads.mayStart(delivery.id),
});
const reading = new Reading(deliveryApi, {
  show: (shown) => {
    if (shown.kind === 'letter') downloads.answered();
    screen.show(shown);
  },
  stand,
  suggestLanguage: (locale) => screen.suggestLanguage(locale),
});
const downloads = new Downloads(deliveryApi, (trouble) => reading.fail(trouble));

window.addEventListener('hashchange', begin);
begin();

function begin(): void {
  const { hash, pathname } = window.location;
  const token = tokenOf(hash);
  const id = deliveryIdOf(pathname);
  if (token !== undefined) {
    // Nothing of it stays in the address bar or in the history.
    stand(pathOf());
    reading.openLink(token);
  } else if (id !== undefined) reading.reopen(id);
  else reading.fail('link_missing');
}

function stand(path: string): void {
  window.history.replaceState(null, '', path);
}
