import type { LetterSource } from './delivery-api.ts';
import { element } from './elements.ts';
import { isPassing, type Trouble } from './trouble.ts';

/** The session is assumed valid for this time after a response. */
const trustedMs = 5 * 60_000;

/**
 * Browsers report a refused download in unhelpful words. So if the page has been open for long, the
 * session is checked before a download.
 */
export class Downloads {
  // `declare` and assignment below: class fields would need a helper in old browsers.
  declare private readonly refused: (trouble: Trouble) => void;
  declare private readonly now: () => number;
  declare private answeredAt: number;

  constructor(refused: (trouble: Trouble) => void, now = Date.now) {
    this.refused = refused;
    this.now = now;
    this.answeredAt = 0;
  }

  answered(): void {
    this.answeredAt = this.now();
  }

  mayStart(source: Pick<LetterSource, 'read'>, letterId: string): true | Promise<boolean> {
    const age = this.now() - this.answeredAt;
    // The clock may have been set back.
    return age >= 0 && age < trustedMs ? true : this.ask(source, letterId);
  }

  private async ask(source: Pick<LetterSource, 'read'>, letterId: string): Promise<boolean> {
    const answer = await source.read(letterId);
    if ('value' in answer) this.answered();
    else if (!isPassing(answer.trouble)) {
      this.refused(answer.trouble);
      return false;
    }
    return true;
  }
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** On slow and metered connections nothing but texts is loaded unasked. */
export function isConnectionSlow(): boolean {
  const { connection = {} } = navigator as { connection?: Connection };
  return connection.saveData === true || /2g|3g/.test(connection.effectiveType || '');
}

/** A download link that first checks whether the download may start. */
export function downloadLink(
  href: string,
  look: Record<string, string>,
  mayDownload: () => Promise<boolean> | true,
  ...children: (Node | string)[]
): HTMLAnchorElement {
  const link = element('a', { ...look, href, download: '' }, ...children);
  let isCleared = false;
  link.addEventListener('click', async (event) => {
    const may = isCleared || mayDownload();
    isCleared = false;
    if (may === true) return;
    event.preventDefault();
    isCleared = await may;
    if (isCleared) link.click();
  });
  return link;
}
