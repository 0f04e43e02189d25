import { Observable } from '../state/observable.ts';

const refusals = ['operator_code_required', 'operator_required'];

/**
 * Notices that the server no longer takes this session as an open desk, whichever call was told so.
 * The state is how often that has happened.
 */
class DeskWatch extends Observable<number> {
  constructor() {
    super(0);
  }

  async look(response: Response): Promise<Response> {
    if (response.status !== 403) return response;
    const body = await response
      .clone()
      .json()
      .catch(() => undefined);
    if (refusals.includes(body?.error?.code)) this.become(this.state() + 1);
    return response;
  }
}

export const deskWatch = new DeskWatch();
