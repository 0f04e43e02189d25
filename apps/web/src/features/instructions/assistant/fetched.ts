/**
 * What fetches code or texts, failing as a call does that got no answer: a style that is missing is
 * told of in another way than a script.
 */
export async function fetched<Result>(load: Promise<Result>): Promise<Result> {
  try {
    return await load;
  } catch (error) {
    throw error instanceof TypeError ? error : new TypeError('Failed to fetch', { cause: error });
  }
}
