import type { LetterSource } from './delivery-api.ts';
import { element } from './elements.ts';
import { isTransient, type Trouble } from './trouble.ts';

/** The session is assumed to be valid for this time after a response. */
const trustedMs = 5 * 60_000;

/**
 * Checks the session before a download unless a recent response confirmed it, because browsers do
 * not explain a refused download.
 */
export class Downloads {
  // `declare` avoids emitted class fields, which would need a helper in old browsers.
  declare private readonly onFailed: (trouble: Trouble) => void;
  declare private readonly now: () => number;
  declare private answeredAt: number;

  constructor(onFailed: (trouble: Trouble) => void, now = Date.now) {
    this.onFailed = onFailed;
    this.now = now;
    this.answeredAt = 0;
  }

  onAnswer(): void {
    this.answeredAt = this.now();
  }

  mayStart(source: Pick<LetterSource, 'read'>, letterId: string): true | Promise<boolean> {
    const elapsedMs = this.now() - this.answeredAt;
    // The clock may have been set back.
    return elapsedMs >= 0 && elapsedMs < trustedMs ? true : this.check(source, letterId);
  }

  private async check(source: Pick<LetterSource, 'read'>, letterId: string): Promise<boolean> {
    const answer = await source.read(letterId);
    if ('value' in answer) this.onAnswer();
    else if (!isTransient(answer.trouble)) {
      this.onFailed(answer.trouble);
      return false;
    }
    return true;
  }
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** True on slow and metered connections; only letter texts are then loaded without a click. */
export function isConnectionSlow(): boolean {
  const { connection = {} } = navigator as { connection?: Connection };
  return connection.saveData === true || /2g|3g/.test(connection.effectiveType || '');
}

/** A download link that first checks whether the download may start. */
export function downloadLink(
  href: string,
  attributes: Record<string, string>,
  mayDownload: () => Promise<boolean> | true,
  ...children: (Node | string)[]
): HTMLAnchorElement {
  const link = element('a', { ...attributes, href, download: '' }, ...children);
  let isCleared = false;
  link.addEventListener('click', async (event) => {
    const isAllowed = isCleared || mayDownload();
    isCleared = false;
    if (isAllowed === true) return;
    event.preventDefault();
    isCleared = await isAllowed;
    if (isCleared) link.click();
  });
  return link;
}
