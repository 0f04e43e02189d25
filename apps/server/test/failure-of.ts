import { ApiError } from '@zavet/contract/client';

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The call was expected to fail.');
}
