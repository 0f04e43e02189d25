import { Observable } from '../state/observable.ts';

const deskSessionErrors = ['operator_code_required', 'operator_required'];

/** Counts the calls that the server refused because the operator's desk session has ended. */
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
    if (deskSessionErrors.includes(body?.error?.code)) this.setState(this.state() + 1);
    return response;
  }
}

export const deskWatch = new DeskWatch();
