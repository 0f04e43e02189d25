import { ApiError } from '@zavet/contract/client';

/** The failure a call is expected to end with; a success is an error of the test. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The call was expected to fail.');
}
